import { type ReasonBody } from '@veranda/contract/commissions/schemas.ts'
import { type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import { decline, withdraw } from '@veranda/core/commissions/offers/commission.ts'
import { type Result } from '@veranda/core/result.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { lockCommissionFor, saveCommission } from './commission.repository.ts'
import { readCommission } from './read-commission.ts'

/** Declines the request, offer or counter-offer on behalf of its recipient. */
export function declineCommission(ctx: CommandContext, id: string, body: ReasonBody): Promise<Result<CommissionView>> {
  return endNegotiation(ctx, id, body, decline)
}

/** Withdraws the request, offer or counter-offer on behalf of its author. */
export function withdrawCommission(ctx: CommandContext, id: string, body: ReasonBody): Promise<Result<CommissionView>> {
  return endNegotiation(ctx, id, body, withdraw)
}

async function endNegotiation(
  ctx: CommandContext,
  id: string,
  body: ReasonBody,
  decide: typeof decline | typeof withdraw,
): Promise<Result<CommissionView>> {
  const by = { actor: ctx.actor.id, at: ctx.clock.now() }
  const locked = await lockCommissionFor(ctx, id)
  if (!locked.ok) return locked
  const decided = decide(locked.value.commission, locked.value.party, body)
  if (!decided.ok) return decided
  await saveCommission(ctx.tx, decided.value.next, by.at)
  await appendCommissionEvent(ctx.tx, decided.value.event, by)
  return readCommission(ctx, id)
}
