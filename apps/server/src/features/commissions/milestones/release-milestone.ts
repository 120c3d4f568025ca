import { type Agreement, type Decision } from '@veranda/core/commissions/agreement.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { isTerminal, type MilestoneState } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { release } from '@veranda/core/commissions/milestones/release.ts'
import { endCommission as decide } from '@veranda/core/commissions/offers/commission.ts'
import { release as releasePosting } from '@veranda/core/ledger/transaction-builders.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendCommissionEvent, appendCommissionEvents } from '../append-commission-event.ts'
import { type Cause } from '../../../platform/access/command-context.ts'
import { lockCommission, saveCommission } from '../offers/commission.repository.ts'
import { outdateChangeOrder } from '../change-orders/change-order.repository.ts'
import { scheduleProjectCompletion } from '../projects/complete-project.ts'
import { isChargedBack, saveMilestone } from './milestone.repository.ts'

/**
 * Saves an approval and posts the `release` once. A frozen milestone stays in `approved` and its money does not move.
 */
export async function releaseMilestone(
  tx: Tx,
  agreement: Agreement,
  approved: Decision<Milestone, CommissionEvent<'milestone.approved'>>,
  by: Cause,
): Promise<void> {
  const frozen = approved.next.frozen || (await isChargedBack(tx, approved.next.id))
  const { auto } = approved.event.data
  const released = release({ ...approved.next, frozen }, agreement, { auto }, by.at)
  if (!released.ok) {
    await saveMilestone(tx, agreement, [approved.next], by.at)
    await appendCommissionEvent(tx, approved.event, by)
    return
  }
  const { next, part, event } = released.value
  const { kind, entries } = releasePosting({ escrow: next.id, creator: agreement.creatorId }, part)
  const posted = await postTransaction(tx, {
    cause: `release:${next.id}`,
    kind,
    currency: next.currency,
    entries,
    at: by.at,
    projectId: agreement.projectId,
    milestoneId: next.id,
    parties: { client: agreement.clientId, creator: agreement.creatorId },
  })
  if (!posted.ok) throw new Error(`milestone released twice: ${next.id}`)
  const otherStates = await saveMilestone(tx, agreement, [approved.next, next], by.at)
  const last = otherStates.every(isTerminal)
  await appendCommissionEvents(tx, [
    [{ ...approved.event, data: { ...approved.event.data, released: true } }, by],
    [
      { ...event, data: { ...event.data, last } },
      { ...by, actor: null },
    ],
  ])
  await endCommission(tx, agreement, [next.state, ...otherStates], by.at)
}

/** Ends the commission when its last milestone was released; the project completes 30 days later. */
export async function endCommission(
  tx: Tx,
  agreement: Agreement,
  states: readonly MilestoneState[],
  at: Instant,
): Promise<void> {
  // Milestones change only while their commission is locked, so these states are current.
  if (!states.every(isTerminal)) return
  const commission = await lockCommission(tx, agreement.commissionId)
  if (!commission) return
  const decided = decide(commission, states, agreement.rates, at)
  if (!decided.ok) return
  await saveCommission(tx, decided.value.next, at)
  await outdateChangeOrder(tx, agreement.commissionId, at)
  await appendCommissionEvent(tx, decided.value.event, { actor: null, at })
  await scheduleProjectCompletion(tx, agreement.projectId, at)
}
