import { type AcceptBody } from '@veranda/contract/commissions/offer-schemas.ts'
import { type Commission as CommissionView } from '@veranda/contract/commissions/schemas.ts'
import { currentTerms } from '@veranda/core/accounts/terms.ts'
import { acceptOffer as decide } from '@veranda/core/commissions/accept-offer.ts'
import { dealOf } from '@veranda/core/commissions/deal.ts'
import { type OfferContent } from '@veranda/core/commissions/offer-content.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { agreeMilestones } from '../milestones/agree-milestones.ts'
import { tell } from '../tell.ts'
import { ownCommission } from './own-commission.ts'
import { readCommission } from './read-commission.ts'
import { readContent, saveCommission } from './rows.ts'

/** The client accepts one exact version; its milestones wait for their money from then on. */
export async function acceptOffer(at: At, id: string, body: AcceptBody): Promise<Result<CommissionView>> {
  const { tx, actor, clock } = at
  const by = { actor: actor.id, at: clock.now() }
  const own = await ownCommission(at, id)
  if (!own.ok) return own
  const { commission, party } = own.value
  const named = { offerId: branded<NonNullable<typeof commission.current>['offerId']>(body.offerId), hash: body.hash }
  const content: OfferContent | null = commission.current ? await readContent(tx, commission.current.offerId) : null
  const terms = { inForce: currentTerms, rates: content?.rates ?? currentRates }
  const input = { ...named, termsVersion: body.terms, expected: body.expected }
  const decided = decide(commission, party, input, terms, by.at)
  if (!decided.ok) return decided
  if (!content) throw new Error('an offer was accepted that is not on the table')
  const { next, event } = decided.value
  await saveCommission(tx, next, by.at, { accepted_offer_id: named.offerId, accepted_terms: body.terms })
  await tell(tx, event, by)
  await agreeMilestones(at, content, dealOf(next, content))
  return readCommission(at, id)
}
