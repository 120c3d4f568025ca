import { type AcceptChangeOrderBody } from '@veranda/contract/commissions/change-orders/schemas.ts'
import { type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import { acceptChangeOrder as decide } from '@veranda/core/commissions/change-orders/change-order.ts'
import { amendCommission } from '@veranda/core/commissions/offers/commission.ts'
import { asId, type MilestoneId, type OfferVersionId, type TopUpId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent, appendCommissionEvents } from '../append-commission-event.ts'
import { scheduleDueTimer } from '../milestones/due-dates/due-timer.ts'
import { insertMilestone, saveMilestone } from '../milestones/milestone.repository.ts'
import { endCommission } from '../milestones/release-milestone.ts'
import { insertOfferVersion, lockCommission, saveCommission } from '../offers/commission.repository.ts'
import { readCommission } from '../offers/read-commission.ts'
import { outdateEndingSettlement } from '../settlements/settlement.repository.ts'
import { lockChangeOrderFor, saveChangeOrder, saveMilestoneTerms } from './change-order.repository.ts'
import { closeTopUp, insertTopUp } from './top-up.repository.ts'

/**
 * Signs a change order for the other side: its content becomes the next version of the contract, and its milestones are
 * changed, dropped and added in the same transaction. A funded milestone whose price rises waits for its top-up.
 */
export async function acceptChangeOrder(
  ctx: CommandContext,
  id: string,
  { hash, expected }: AcceptChangeOrderBody,
): Promise<Result<CommissionView>> {
  const { tx, deps } = ctx
  const locked = await lockChangeOrderFor(ctx, id)
  if (!locked.ok) return locked
  const { order, contract, party, by } = locked.value
  const { agreement, milestones } = contract
  const { projectId, commissionId } = agreement
  const newIds = { newId: () => asId<MilestoneId>(deps.ids.next()), newTopUpId: () => asId<TopUpId>(deps.ids.next()) }
  const decided = decide(order, contract, party, { hash, expected, ...newIds }, by.at)
  if (!decided.ok) return decided
  const { next, changed, dropped, added, topUps, event, milestoneEvents } = decided.value
  const offerId = asId<OfferVersionId>(deps.ids.next())
  const commission = await lockCommission(tx, commissionId)
  const amended = commission && amendCommission(commission, { offerId, hash: order.hash })
  if (!amended?.ok) return amended ?? refuse('commission.not-found', 'not-found')
  // Before the milestones: saving one closes an open change order that changes it.
  await saveChangeOrder(tx, next, projectId, by.at)
  const { by: side, authorId, content, reason } = order
  await insertOfferVersion(
    tx,
    { id: offerId, commissionId, by: side, authorId, hash: order.hash, content, reason },
    by.at,
  )
  await saveCommission(tx, amended.value.next, by.at, { accepted_offer_id: offerId })
  await appendCommissionEvent(tx, event, by)

  const terms = { rates: content.rates, reviewRounds: content.reviewRounds }
  for (const one of changed) {
    await closeTopUp(tx, one.milestone.id, by.at)
    await saveMilestoneTerms(tx, one, terms)
    await saveMilestone(tx, agreement, [one.milestone], by.at)
    await scheduleDueTimer(tx, one.milestone, agreement, by.at)
  }
  for (const topUp of topUps) {
    await closeTopUp(tx, topUp.milestoneId, by.at)
    await insertTopUp(tx, topUp, by.at)
  }
  for (const milestone of dropped) await saveMilestone(tx, agreement, [milestone], by.at)
  const current = { ...agreement, reviewRounds: content.reviewRounds }
  for (const { milestone, terms: own } of added) await insertMilestone(tx, milestone, current, own, by.at)
  if (added.length > 0) await outdateEndingSettlement(tx, commissionId, by.at)
  await appendCommissionEvents(
    tx,
    milestoneEvents.map((one) => [one, { ...by, actor: null }] as const),
  )
  const stateOf = new Map([...milestones, ...changed, ...added].map(({ milestone }) => [milestone.id, milestone.state]))
  for (const milestone of dropped) stateOf.set(milestone.id, milestone.state)
  await endCommission(tx, agreement, [...stateOf.values()], by.at)
  return readCommission(ctx, commissionId)
}
