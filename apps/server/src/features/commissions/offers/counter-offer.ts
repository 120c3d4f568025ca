import { type OfferBody } from '@veranda/contract/commissions/offer-schemas.ts'
import { type Commission as CommissionView } from '@veranda/contract/commissions/schemas.ts'
import { counterOffer as decide } from '@veranda/core/commissions/counter-offer.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { tell } from '../tell.ts'
import { ownCommission } from './own-commission.ts'
import { readCommission } from './read-commission.ts'
import { insertOffer, saveCommission } from './rows.ts'
import { writeOffer } from './write-offer.ts'

/** The client answers an offer with a version of their own and the reason for it. */
export async function counterOffer(at: At, id: string, body: OfferBody): Promise<Result<CommissionView>> {
  const { tx, actor, clock } = at
  const by = { actor: actor.id, at: clock.now() }
  const own = await ownCommission(at, id)
  if (!own.ok) return own
  const { commission, party } = own.value
  const written = writeOffer(at, body)
  if (!written.ok) return written
  const { content, named } = written.value
  const reason = body.reason ?? ''
  const decided = decide(commission, party, { ...named, reason, expected: body.expected }, by.at)
  if (!decided.ok) return decided
  const offer = { id: named.offerId, commissionId: id, by: party, authorId: actor.id, hash: named.hash }
  await insertOffer(tx, { ...offer, content, reason }, by.at)
  await saveCommission(tx, decided.value.next, by.at)
  await tell(tx, decided.value.event, by)
  return readCommission(at, id)
}
