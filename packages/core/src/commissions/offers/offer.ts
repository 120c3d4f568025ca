import { applyTransition, type Party } from '../../state-machine.ts'
import { answerDeadlineMs, type Rates } from '../../money/rates.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { after, type Instant } from '../../time/instant.ts'
import { commissionFacts, isExpired, withChange } from './commission.ts'
import { commissionMachine } from './commission-states.ts'
import { type Commission, type Decision, type OfferRef } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'

/** The two ways in which the creator answers a counter-offer without writing a new version. */
export type CounterOfferAnswer = 'accept-counter' | 'return-offer'

/**
 * Makes a new current version for the creator: the first offer, an edited one, or the response to a counter-offer. The
 * content has passed `checkOffer`; `hash` is the sha256 of its canonical text. It expires after 14 days. Refuses
 * offer.unchanged (invalid) when the text equals the current one.
 */
export function makeOffer(
  commission: Commission,
  by: Party,
  input: OfferRef & { readonly expected: number },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.made'>>> {
  const step = applyTransition(commissionMachine, commission, 'make-offer', by, input.expected)
  if (!step.ok) return step
  const { offerId, hash } = input
  if (commission.state === 'offered' && commission.current?.hash === hash) return refuse('offer.unchanged', 'invalid')
  const expiresAt = after(now, answerDeadlineMs)
  return ok({
    next: withChange(commission, {
      state: 'offered',
      current: { offerId, hash },
      former: commission.current,
      expiresAt,
    }),
    event: {
      type: 'offer.made',
      data: { ...commissionFacts(commission), offerId, hash, expiresAt, edited: commission.current !== null },
    },
  })
}

/**
 * Accepts exactly one offer version for the client, by id and hash; the first milestone must then be funded within 7
 * days. Refuses offer.expired (expired), offer.other-version (conflict) and consent.outdated (invalid) when
 * `termsVersion` is not the one in force.
 */
export function acceptOffer(
  commission: Commission,
  by: Party,
  input: OfferRef & { readonly termsVersion: number; readonly expected: number },
  terms: { readonly inForce: number; readonly rates: Rates },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.accepted'>>> {
  const step = applyTransition(commissionMachine, commission, 'accept-offer', by, input.expected)
  if (!step.ok) return step
  if (isExpired(commission, now)) return refuse('offer.expired', 'expired')
  const { offerId, hash, termsVersion } = input
  if (commission.current?.offerId !== offerId || commission.current.hash !== hash) {
    return refuse('offer.other-version', 'conflict')
  }
  if (termsVersion !== terms.inForce) {
    return refuse('consent.outdated', 'invalid', { field: 'terms', detail: { version: terms.inForce } })
  }
  const fundBy = after(now, terms.rates.firstFundingMs)
  return ok({
    next: withChange(commission, { state: 'accepted', expiresAt: fundBy }),
    event: { type: 'offer.accepted', data: { ...commissionFacts(commission), offerId, hash, termsVersion, fundBy } },
  })
}

/**
 * Returns the offer to the client after a counter-offer, without a new version: `accept-counter` agrees to the
 * counter-offer, `return-offer` goes back to the version that it counters. Either way the client must accept it. Refuses
 * offer.expired (expired), offer.other-version (conflict) when `offerId` is not the version that becomes current, and
 * offer.no-former-version (conflict).
 */
export function answerCounterOffer(
  commission: Commission,
  by: Party,
  action: CounterOfferAnswer,
  input: OfferRef & { readonly expected: number },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.returned'>>> {
  const step = applyTransition(commissionMachine, commission, action, by, input.expected)
  if (!step.ok) return step
  if (isExpired(commission, now)) return refuse('offer.expired', 'expired')
  const { current, former } = commission
  const chosen = action === 'accept-counter' ? current : former
  if (chosen === null) return refuse('offer.no-former-version', 'conflict')
  if (chosen.offerId !== input.offerId || chosen.hash !== input.hash) return refuse('offer.other-version', 'conflict')
  const expiresAt = after(now, answerDeadlineMs)
  return ok({
    next: withChange(commission, {
      state: 'offered',
      current: chosen,
      former: action === 'accept-counter' ? former : current,
      expiresAt,
    }),
    event: {
      type: 'offer.returned',
      data: {
        ...commissionFacts(commission),
        ...chosen,
        expiresAt,
        which: action === 'accept-counter' ? 'counter' : 'previous',
      },
    },
  })
}

/**
 * Makes a counter-offer for the client, with a reason. Refuses offer.reason-missing (invalid), offer.unchanged
 * (invalid) and offer.expired (expired).
 */
export function counterOffer(
  commission: Commission,
  by: Party,
  input: OfferRef & { readonly reason: string; readonly expected: number },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.countered'>>> {
  const step = applyTransition(commissionMachine, commission, 'counter-offer', by, input.expected)
  if (!step.ok) return step
  const { offerId, hash } = input
  const reason = input.reason.trim()
  if (isExpired(commission, now)) return refuse('offer.expired', 'expired')
  if (reason === '') return refuse('offer.reason-missing', 'invalid', { field: 'reason' })
  if (commission.current?.hash === hash) return refuse('offer.unchanged', 'invalid')
  const expiresAt = after(now, answerDeadlineMs)
  return ok({
    next: withChange(commission, {
      state: 'countered',
      current: { offerId, hash },
      former: commission.current,
      expiresAt,
    }),
    event: { type: 'offer.countered', data: { ...commissionFacts(commission), offerId, hash, reason, expiresAt } },
  })
}
