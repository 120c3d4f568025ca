import { type Party, stepFrom } from '../../state-machine.ts'
import { answerDeadlineMs, type Rates } from '../../money/rates.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { after, type Instant } from '../../time/instant.ts'
import { commissionFacts, isExpired, isNegotiated } from './commission.ts'
import { commissionMachine } from './commission-states.ts'
import {
  type AcceptedCommission,
  type Commission,
  type CounteredCommission,
  type Decision,
  type OfferedCommission,
  type OfferRef,
  versionsOf,
} from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'

/** The two ways in which the creator answers a counter-offer without writing a new version. */
type CounterOfferAnswer = 'accept-counter' | 'return-offer'

const isOffered = (commission: Commission): commission is OfferedCommission => commission.state === 'offered'
const isCountered = (commission: Commission): commission is CounteredCommission => commission.state === 'countered'

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
): Result<Decision<OfferedCommission, CommissionEvent<'offer.made'>>> {
  const step = stepFrom(commissionMachine, commission, isNegotiated, 'make-offer', by, input.expected)
  if (!step.ok) return step
  const { offerId, hash } = input
  const former = versionsOf(commission)?.current ?? null
  if (commission.state === 'offered' && former?.hash === hash) return refuse('offer.unchanged', 'invalid')
  const expiresAt = after(now, answerDeadlineMs)
  const version = commission.version + 1
  return ok({
    next: { ...step.value, state: 'offered', version, current: { offerId, hash }, former, expiresAt },
    event: {
      type: 'offer.made',
      data: { ...commissionFacts(commission), offerId, hash, expiresAt, edited: former !== null },
    },
  })
}

/**
 * Checks the client's acceptance of exactly one offer version, by id and hash. Refuses offer.expired (expired),
 * offer.other-version (conflict) and consent.outdated (invalid) when `termsVersion` is not the one in force.
 */
export function checkAcceptance(
  commission: Commission,
  by: Party,
  input: OfferRef & { readonly termsVersion: number; readonly expected: number },
  termsInForce: number,
  now: Instant,
): Result<OfferedCommission> {
  const step = stepFrom(commissionMachine, commission, isOffered, 'accept-offer', by, input.expected)
  if (!step.ok) return step
  const { current } = step.value
  if (isExpired(step.value, now)) return refuse('offer.expired', 'expired')
  if (current.offerId !== input.offerId || current.hash !== input.hash) return refuse('offer.other-version', 'conflict')
  if (input.termsVersion !== termsInForce) {
    return refuse('consent.outdated', 'invalid', { field: 'terms', detail: { version: termsInForce } })
  }
  return step
}

/** Accepts a checked offer at its own rates; its first milestone must then be funded within 7 days. */
export function acceptOffer(
  offered: OfferedCommission,
  termsVersion: number,
  rates: Rates,
  now: Instant,
): Decision<AcceptedCommission, CommissionEvent<'offer.accepted'>> {
  const fundBy = after(now, rates.firstFundingMs)
  return {
    next: { ...offered, state: 'accepted', version: offered.version + 1, expiresAt: fundBy },
    event: { type: 'offer.accepted', data: { ...commissionFacts(offered), ...offered.current, termsVersion, fundBy } },
  }
}

/**
 * Agrees to the counter-offer for the creator: it becomes the offer, which the client must still accept. Refuses
 * offer.expired (expired) and offer.other-version (conflict) when `offerId` is not the counter-offer.
 */
export function acceptCounter(
  commission: Commission,
  by: Party,
  input: CounterOfferInput,
  now: Instant,
): CounterOfferResult {
  return answerCounterOffer(commission, by, 'accept-counter', input, now)
}

/**
 * Goes back to the version that was countered, for the creator and without a new version; the client must accept it.
 * Refuses offer.expired (expired) and offer.other-version (conflict) when `offerId` is not that version.
 */
export function returnOffer(
  commission: Commission,
  by: Party,
  input: CounterOfferInput,
  now: Instant,
): CounterOfferResult {
  return answerCounterOffer(commission, by, 'return-offer', input, now)
}

type CounterOfferInput = OfferRef & { readonly expected: number }
type CounterOfferResult = Result<
  Decision<OfferedCommission, CommissionEvent<'offer.counter-accepted' | 'offer.returned'>>
>

function answerCounterOffer(
  commission: Commission,
  by: Party,
  action: CounterOfferAnswer,
  input: CounterOfferInput,
  now: Instant,
): CounterOfferResult {
  const step = stepFrom(commissionMachine, commission, isCountered, action, by, input.expected)
  if (!step.ok) return step
  if (isExpired(step.value, now)) return refuse('offer.expired', 'expired')
  const { current, former } = step.value
  const chosen = action === 'accept-counter' ? current : former
  if (chosen.offerId !== input.offerId || chosen.hash !== input.hash) return refuse('offer.other-version', 'conflict')
  const expiresAt = after(now, answerDeadlineMs)
  return ok({
    next: {
      ...step.value,
      state: 'offered',
      version: commission.version + 1,
      current: chosen,
      former: action === 'accept-counter' ? former : current,
      expiresAt,
    },
    event: {
      type: action === 'accept-counter' ? 'offer.counter-accepted' : 'offer.returned',
      data: { ...commissionFacts(commission), ...chosen, expiresAt },
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
): Result<Decision<CounteredCommission, CommissionEvent<'offer.countered'>>> {
  const step = stepFrom(commissionMachine, commission, isOffered, 'counter-offer', by, input.expected)
  if (!step.ok) return step
  const { offerId, hash } = input
  const { current: former } = step.value
  const reason = input.reason.trim()
  if (isExpired(step.value, now)) return refuse('offer.expired', 'expired')
  if (reason === '') return refuse('offer.reason-missing', 'invalid', { field: 'reason' })
  if (former.hash === hash) return refuse('offer.unchanged', 'invalid')
  const expiresAt = after(now, answerDeadlineMs)
  return ok({
    next: {
      ...step.value,
      state: 'countered',
      version: commission.version + 1,
      current: { offerId, hash },
      former,
      expiresAt,
    },
    event: { type: 'offer.countered', data: { ...commissionFacts(commission), offerId, hash, reason, expiresAt } },
  })
}
