import { type Party, takeStep } from '../machine.ts'
import { type Rates } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { changed, commissionFacts } from './commission-facts.ts'
import { commissionMachine } from './commission-states.ts'
import { type Commission, type Decision, type NamedOffer } from './deal.ts'
import { type CommissionEvent } from './events.ts'

/**
 * The client accepts exactly one version, by id and hash; the first milestone must then be funded within 7 days.
 * Refuses offer.expired (expired), offer.other-version (conflict) and consent.outdated (invalid) when `termsVersion` is
 * not the one in force.
 */
export function acceptOffer(
  commission: Commission,
  by: Party,
  input: NamedOffer & { readonly termsVersion: number; readonly expected: number },
  terms: { readonly inForce: number; readonly rates: Rates },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.accepted'>>> {
  const step = takeStep(commissionMachine, commission, 'accept-offer', by, input.expected)
  if (!step.ok) return step
  if (commission.expiresAt !== null && now >= commission.expiresAt) return refuse('offer.expired', 'expired')
  const { offerId, hash, termsVersion } = input
  if (commission.current?.offerId !== offerId || commission.current.hash !== hash) {
    return refuse('offer.other-version', 'conflict')
  }
  if (termsVersion !== terms.inForce) {
    return refuse('consent.outdated', 'invalid', { field: 'terms', detail: { version: terms.inForce } })
  }
  const fundBy = after(now, terms.rates.fundFirst)
  return ok({
    next: changed(commission, { state: 'accepted', expiresAt: fundBy }),
    event: { type: 'offer.accepted', data: { ...commissionFacts(commission), offerId, hash, termsVersion, fundBy } },
  })
}
