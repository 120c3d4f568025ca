import { failFunding } from '@veranda/core/commissions/fund.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../db/database.ts'
import { onDue, scheduleDue } from '../../../due/due.ts'
import { branded } from '../branded.ts'
import { tell } from '../tell.ts'
import { lockMilestone, saveMilestone } from './rows.ts'

const kind = 'milestone.attempt'

/** The key of the timer that ends a milestone's attempt to pay. */
export function attemptKey(milestoneId: string): string {
  return `${kind}:${milestoneId}`
}

/** Sets when an attempt to pay gives up. */
export async function scheduleAttempt(
  tx: Tx,
  attempt: { milestoneId: string; chargeId: string; expiresAt: Instant },
): Promise<void> {
  await scheduleDue(tx, {
    kind,
    subject: { kind: 'milestone', id: attempt.milestoneId },
    at: attempt.expiresAt,
    key: attemptKey(attempt.milestoneId),
    data: { chargeId: attempt.chargeId },
  })
}

/** Puts the milestone back when its attempt brought no money in time; a late success refunds itself. */
export const expireAttempt = onDue(kind, async ({ tx, due, deps }) => {
  const locked = await lockMilestone(tx, due.subject.id)
  if (!locked) return
  const { milestone, deal } = locked
  const now = deps.clock.now()
  const chargeId = branded<NonNullable<typeof milestone.attempt>['chargeId']>(String(due.data['chargeId']))
  const decided = failFunding(milestone, deal, { chargeId, reason: 'expired' }, now)
  if (!decided.ok) return
  await saveMilestone(tx, deal, [decided.value.next], now)
  await tell(tx, decided.value.event, { actor: null, at: now })
})
