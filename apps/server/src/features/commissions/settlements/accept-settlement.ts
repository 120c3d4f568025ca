import { type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { type Agreement } from '@veranda/core/commissions/agreement.ts'
import { type MilestoneState } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { type SettledMilestone } from '@veranda/core/commissions/settlements/settle-milestone.ts'
import { acceptSettlement as decide, type Settlement } from '@veranda/core/commissions/settlements/settlement.ts'
import { asId, type RefundId, type ReleaseId } from '@veranda/core/ids.ts'
import { refundRequested, release } from '@veranda/core/ledger/transaction-builders.ts'
import { type Transaction } from '@veranda/core/ledger/transaction.ts'
import { type Result } from '@veranda/core/result.ts'
import { type Cause } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendCommissionEvent, appendCommissionEvents } from '../append-commission-event.ts'
import { setDeliverableState } from '../deliverables/deliverable.repository.ts'
import { insertRefund } from '../milestones/milestone-refund.repository.ts'
import { saveMilestone } from '../milestones/milestone.repository.ts'
import { endCommission } from '../milestones/release-milestone.ts'
import { readCommission } from '../offers/read-commission.ts'
import { hasSteppedUp, type SettlementContext } from './propose-settlement.ts'
import { insertRelease, lockSettlementFor, saveSettlement, withChargebacks } from './settlement.repository.ts'

/**
 * Signs a settlement for the other side and carries out all of its lines in the same transaction: what is released
 * matures as after an approval, and payments refunds the card with what goes back.
 */
export async function acceptSettlement(
  ctx: SettlementContext,
  id: string,
  { expected }: ExpectedBody,
): Promise<Result<CommissionView>> {
  const { tx, deps } = ctx
  const locked = await lockSettlementFor(ctx, id)
  if (!locked.ok) return locked
  const { settlement, agreement, party, by } = locked.value
  const milestones = await withChargebacks(tx, locked.value.milestones)
  const idsOf = () => ({
    releaseId: asId<ReleaseId>(deps.ids.next()),
    refundId: asId<RefundId>(deps.ids.next()),
  })
  const input = { expected, hasSteppedUp: await hasSteppedUp(ctx), idsOf }
  const decided = decide(settlement, { agreement, milestones }, party, input, by.at)
  if (!decided.ok) return decided
  const { next, event, milestones: settled } = decided.value
  // Before the milestones: saving one closes an open settlement that names it.
  await saveSettlement(tx, next, agreement.projectId, by.at)
  await appendCommissionEvent(tx, event, by)
  let states: MilestoneState[] = []
  for (const one of settled) {
    const before = milestones.find((milestone) => milestone.id === one.next.id)
    states = await settleMilestone(tx, { settlement: next, agreement, before }, one, by)
  }
  await endCommission(tx, agreement, states, by.at)
  return readCommission(ctx, agreement.commissionId)
}

type SettledIn = {
  readonly settlement: Settlement
  readonly agreement: Agreement
  readonly before: Milestone | undefined
}

/** Saves one milestone of a settlement and posts its shares, once. Returns the states of all milestones after it. */
async function settleMilestone(
  tx: Tx,
  { settlement, agreement, before }: SettledIn,
  { next, released, refunded, events }: SettledMilestone,
  by: Cause,
): Promise<MilestoneState[]> {
  const { clientId: client, creatorId: creator, projectId } = agreement
  async function post(share: 'release' | 'refund', transaction: Transaction): Promise<void> {
    const posted = await postTransaction(tx, {
      ...transaction,
      cause: `${share}:${settlement.id}:${next.id}`,
      currency: next.currency,
      at: by.at,
      projectId,
      milestoneId: next.id,
      parties: { client, creator },
    })
    if (!posted.ok) throw new Error(`settlement ${settlement.id} posted twice for milestone ${next.id}`)
  }
  const otherStates = await saveMilestone(tx, agreement, [next], by.at)
  if (before?.state === 'submitted' && next.state !== 'submitted') {
    // The version was neither approved nor sent back.
    await setDeliverableState(tx, before.submission.deliverableId, 'withdrawn')
  }
  if (released) {
    await insertRelease(tx, next, released, { settlementId: settlement.id, disputeId: null }, by.at)
    await post('release', release({ escrow: next.id, creator }, released))
  }
  if (refunded) {
    const { refundId: id, ...part } = refunded
    const refund = { id, milestoneId: next.id, part, reason: settlement.reason, cause: 'settlement' as const }
    await insertRefund(tx, refund, by.at)
    await post('refund', refundRequested({ escrow: next.id, client }, refunded))
  }
  await appendCommissionEvents(
    tx,
    events.map((event) => [event, { ...by, actor: null }] as const),
  )
  return [next.state, ...otherStates]
}
