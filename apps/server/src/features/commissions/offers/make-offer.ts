import { type OfferBody, type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import { makeOffer as decide } from '@veranda/core/commissions/offers/offer.ts'
import { type Result } from '@veranda/core/result.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { insertOfferVersion, lockCommissionFor, saveCommission } from './commission.repository.ts'
import { prepareOffer } from './offer-content.ts'
import { readCommission } from './read-commission.ts'

/** Makes an offer: the first one, an edited one, or the response to a counter-offer. */
export async function makeOffer(ctx: CommandContext, id: string, body: OfferBody): Promise<Result<CommissionView>> {
  const { tx, actor, clock } = ctx
  const by = { actor: actor.id, at: clock.now() }
  const locked = await lockCommissionFor(ctx, id)
  if (!locked.ok) return locked
  const { commission, party } = locked.value
  const written = prepareOffer(ctx, body)
  if (!written.ok) return written
  const { content, offerRef } = written.value
  const decided = decide(commission, party, { ...offerRef, expected: body.expected }, by.at)
  if (!decided.ok) return decided
  const offer = { id: offerRef.offerId, commissionId: id, by: party, authorId: actor.id, hash: offerRef.hash }
  await insertOfferVersion(tx, { ...offer, content, reason: body.reason }, by.at)
  await saveCommission(tx, decided.value.next, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
  return readCommission(ctx, id)
}
