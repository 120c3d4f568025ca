import { type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import { type ExpectedBody, type ReasonBody } from '@veranda/contract/commissions/schemas.ts'
import {
  declineChangeOrder as decline,
  withdrawChangeOrder as withdraw,
} from '@veranda/core/commissions/change-orders/change-order.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readCommission } from '../offers/read-commission.ts'
import { lockChangeOrderFor, saveChangeOrder } from './change-order.repository.ts'

/** Declines an open change order on behalf of the side that it waits for. */
export async function declineChangeOrder(
  ctx: CommandContext,
  id: string,
  body: ReasonBody,
): Promise<Result<CommissionView>> {
  const locked = await lockChangeOrderFor(ctx, id)
  if (!locked.ok) return locked
  const { order, contract, party, by } = locked.value
  const { projectId, commissionId } = contract.agreement
  const decided = decline(order, contract.agreement, party, body)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveChangeOrder(ctx.tx, next, projectId, by.at, event.data.reason)
  await appendCommissionEvent(ctx.tx, event, by)
  return readCommission(ctx, commissionId)
}

/** Withdraws an open change order on behalf of its author. */
export async function withdrawChangeOrder(
  ctx: CommandContext,
  id: string,
  body: ExpectedBody,
): Promise<Result<CommissionView>> {
  const locked = await lockChangeOrderFor(ctx, id)
  if (!locked.ok) return locked
  const { order, contract, party, by } = locked.value
  const { projectId, commissionId } = contract.agreement
  const decided = withdraw(order, contract.agreement, party, body)
  if (!decided.ok) return decided
  await saveChangeOrder(ctx.tx, decided.value.next, projectId, by.at)
  await appendCommissionEvent(ctx.tx, decided.value.event, by)
  return readCommission(ctx, commissionId)
}
