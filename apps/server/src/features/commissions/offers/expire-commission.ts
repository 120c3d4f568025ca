import { cancelMilestone } from '@veranda/core/commissions/agree.ts'
import { expireCommission as decide } from '@veranda/core/commissions/close-commission.ts'
import { after, instant, minute } from '@veranda/core/time/instant.ts'
import { onDue, scheduleDue } from '../../../due/due.ts'
import { lockMilestonesOf, saveMilestone } from '../milestones/rows.ts'
import { tell } from '../tell.ts'
import { expiryKind, lockCommission, saveCommission } from './rows.ts'

/** Lets what nobody answered, or funded, lapse; milestones without money are cancelled with it. */
export const expireCommission = onDue(expiryKind, async ({ tx, due, deps }) => {
  const commission = await lockCommission(tx, due.subject.id)
  if (!commission) return
  const by = { actor: null, at: deps.clock.now() }
  const milestones = await lockMilestonesOf(tx, commission.id)
  const states = milestones.map(({ milestone }) => milestone.state)
  const decided = decide(commission, states, by.at)
  if (!decided.ok) {
    // A payment is running: once its attempt is over, either this applies or nothing lapses any more.
    const ends = milestones.map(({ milestone }) => milestone.attempt?.expiresAt ?? by.at)
    if (decided.refusal.code === 'commission.payment-running') {
      await scheduleDue(tx, { ...due, at: after(instant(Math.max(...ends)), minute) })
    }
    return
  }
  await saveCommission(tx, decided.value.next, by.at)
  await tell(tx, decided.value.event, by)
  for (const { milestone, deal } of milestones) {
    const cancelled = cancelMilestone(milestone, deal, 'system')
    if (!cancelled.ok) throw new Error(`a lapsed commission has work left: ${cancelled.refusal.code}`)
    await saveMilestone(tx, deal, [cancelled.value.next], by.at)
    await tell(tx, cancelled.value.event, by)
  }
})
