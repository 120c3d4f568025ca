import { type OfferRefBody, type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import * as offers from '@veranda/core/commissions/offers/offer.ts'
import { asId, type OfferVersionId } from '@veranda/core/ids.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockCommissionFor, saveCommission } from './commission.repository.ts'
import { readCommission } from './read-commission.ts'

type Answer = (ctx: CommandContext, id: string, body: OfferRefBody) => Promise<Result<CommissionView>>

/** Agrees to the counter-offer for the creator: the client's own version becomes the offer. */
export const acceptCounter: Answer = (ctx, id, body) => answer(ctx, id, offers.acceptCounter, body)

/** Returns to the version before the counter-offer for the creator, without writing a new one. */
export const returnOffer: Answer = (ctx, id, body) => answer(ctx, id, offers.returnOffer, body)

async function answer(
  ctx: CommandContext,
  id: string,
  decide: typeof offers.acceptCounter,
  { offerId, hash, expected }: OfferRefBody,
): Promise<Result<CommissionView>> {
  const { tx, actor, clock } = ctx
  const by = { actor: actor.id, at: clock.now() }
  const locked = await lockCommissionFor(ctx, id)
  if (!locked.ok) return locked
  const { commission, party } = locked.value
  const input = { offerId: asId<OfferVersionId>(offerId), hash, expected }
  const decided = decide(commission, party, input, by.at)
  if (!decided.ok) return decided
  await saveCommission(tx, decided.value.next, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
  return readCommission(ctx, id)
}
