import { type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import { type ExpectedBody, type ReasonBody } from '@veranda/contract/commissions/schemas.ts'
import {
  declineSettlement as decline,
  withdrawSettlement as withdraw,
} from '@veranda/core/commissions/settlements/settlement.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readCommission } from '../offers/read-commission.ts'
import { lockSettlementFor, saveSettlement } from './settlement.repository.ts'

/** Declines an open settlement on behalf of the side that it waits for. */
export async function declineSettlement(
  ctx: CommandContext,
  id: string,
  body: ReasonBody,
): Promise<Result<CommissionView>> {
  const locked = await lockSettlementFor(ctx, id)
  if (!locked.ok) return locked
  const { settlement, agreement, party, by } = locked.value
  const decided = decline(settlement, agreement, party, body)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveSettlement(ctx.tx, next, agreement.projectId, by.at, event.data.reason)
  await appendCommissionEvent(ctx.tx, event, by)
  return readCommission(ctx, agreement.commissionId)
}

/** Withdraws an open settlement on behalf of its author. */
export async function withdrawSettlement(
  ctx: CommandContext,
  id: string,
  body: ExpectedBody,
): Promise<Result<CommissionView>> {
  const locked = await lockSettlementFor(ctx, id)
  if (!locked.ok) return locked
  const { settlement, agreement, party, by } = locked.value
  const decided = withdraw(settlement, agreement, party, body)
  if (!decided.ok) return decided
  await saveSettlement(ctx.tx, decided.value.next, agreement.projectId, by.at)
  await appendCommissionEvent(ctx.tx, decided.value.event, by)
  return readCommission(ctx, agreement.commissionId)
}
