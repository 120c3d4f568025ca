import { type Dispute as DisputeView, type OfferTermsBody } from '@veranda/contract/commissions/disputes/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { declineTerms as decline, offerTerms as offer } from '@veranda/core/commissions/disputes/dispute.ts'
import { asId, type DisputeTermsId } from '@veranda/core/ids.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { hasSteppedUp, type SettlementContext } from '../settlements/propose-settlement.ts'
import { closeTerms, insertTerms, lockDisputeFor, saveDispute } from './dispute.repository.ts'
import { readDispute } from './read-dispute.ts'

/** Offers terms that end the dispute once the other side accepts them, in the place of open ones. */
export async function offerTerms(
  ctx: SettlementContext,
  id: string,
  body: OfferTermsBody,
): Promise<Result<DisputeView>> {
  const { tx, deps } = ctx
  const locked = await lockDisputeFor(ctx, id)
  if (!locked.ok) return locked
  const { party, by, dispute } = locked.value
  const { reason, expected } = body
  const shares = { release: minor(body.release), refund: minor(body.refund) }
  const input = { ...shares, reason, expected, hasSteppedUp: await hasSteppedUp(ctx) }
  const decided = offer(locked.value, asId<DisputeTermsId>(deps.ids.next()), party, input)
  if (!decided.ok) return decided
  const { next, terms, event } = decided.value
  await insertTerms(tx, dispute.id, { ...terms, reason: event.data.reason }, by)
  await saveDispute(tx, next, by.at)
  await appendCommissionEvent(tx, event, by)
  return readDispute(ctx, id)
}

/** Declines open terms; the dispute goes on. */
export async function declineTerms(ctx: CommandContext, id: string, body: ExpectedBody): Promise<Result<DisputeView>> {
  const locked = await lockDisputeFor(ctx, id)
  if (!locked.ok) return locked
  const { party, by, dispute } = locked.value
  const decided = decline(locked.value, party, body)
  if (!decided.ok) return decided
  await closeTerms(ctx.tx, dispute.id, 'declined', by.at)
  await saveDispute(ctx.tx, decided.value.next, by.at)
  await appendCommissionEvent(ctx.tx, decided.value.event, by)
  return readDispute(ctx, id)
}
