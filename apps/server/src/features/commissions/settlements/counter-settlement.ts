import { type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import { type CounterSettlementBody } from '@veranda/contract/commissions/settlements/schemas.ts'
import { counterSettlement as decide } from '@veranda/core/commissions/settlements/settlement.ts'
import { asId, type SettlementId } from '@veranda/core/ids.ts'
import { type Result } from '@veranda/core/result.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readCommission } from '../offers/read-commission.ts'
import { hasSteppedUp, type SettlementContext, toTerms } from './propose-settlement.ts'
import { insertSettlement, lockSettlementFor, saveSettlement, withChargebacks } from './settlement.repository.ts'

/** Puts another proposal in the place of the open one, for the side that it waits for. */
export async function counterSettlement(
  ctx: SettlementContext,
  id: string,
  { expected, ...body }: CounterSettlementBody,
): Promise<Result<CommissionView>> {
  const { tx, deps } = ctx
  const locked = await lockSettlementFor(ctx, id)
  if (!locked.ok) return locked
  const { settlement, agreement, party, by } = locked.value
  const milestones = await withChargebacks(tx, locked.value.milestones)
  const terms = { ...toTerms(body), expected, hasSteppedUp: await hasSteppedUp(ctx) }
  const nextId = asId<SettlementId>(deps.ids.next())
  const decided = decide(settlement, nextId, { agreement, milestones }, party, terms, by.at)
  if (!decided.ok) return decided
  const { former, next, lines, event } = decided.value
  const { projectId, commissionId } = agreement
  await saveSettlement(tx, former, projectId, by.at)
  await insertSettlement(tx, next, lines, { projectId, formerId: former.id }, by)
  await appendCommissionEvent(tx, event, by)
  return readCommission(ctx, commissionId)
}
