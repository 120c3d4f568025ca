import { type Minor } from '../money/money.ts'
import { type Currency } from '../money/money.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Milliseconds, hour, minute } from '../time/instant.ts'
import { type PolicyTier, freeCancellation, isPolicy } from './policy.ts'

/** How a service is booked. All lengths are whole minutes, the horizon whole days. */
export type SessionTerms = {
  readonly title: string
  readonly price: { readonly amount: Minor; readonly currency: Currency } | null
  readonly minutes: number
  readonly bufferBefore: number
  readonly bufferAfter: number
  readonly noticeMinutes: number
  readonly horizonDays: number
  readonly incrementMinutes: number
  readonly perDay: number | null
  readonly perWeek: number | null
  readonly confirmation: 'at-once' | 'by-hand'
  readonly policy: readonly PolicyTier[]
}

/** What a new service starts with. */
export function defaultTerms(
  price: SessionTerms['price'],
): Omit<SessionTerms, 'title' | 'minutes' | 'incrementMinutes'> {
  return {
    price,
    bufferBefore: 0,
    bufferAfter: 10,
    noticeMinutes: (price ? 12 : 2) * 60,
    horizonDays: 90,
    perDay: null,
    perWeek: null,
    confirmation: 'at-once',
    policy: freeCancellation,
  }
}

/** How long a slot is kept for somebody who makes up their mind or pays. */
export const holdLasts: Milliseconds = 15 * minute
/** How long a creator has to answer a request, at most. */
export const requestLasts: Milliseconds = 24 * hour
/** After the end of a paid session, before its money goes to the creator. */
export const payoutAfter: Milliseconds = 48 * hour
/** Before the start: Join appears, and being there counts. */
export const joinBefore: Milliseconds = 10 * minute
/** After the start: who is not there by then did not come. */
export const lateAllowed: Milliseconds = 10 * minute
/** How long an operator may overturn that somebody did not come. */
export const overturnWithin: Milliseconds = 48 * hour

/** Refuses session.policy-order (invalid) unless the tiers go from the longest to the shortest and never give back more later. */
export function checkTerms(terms: Pick<SessionTerms, 'policy'>): Result<true> {
  return isPolicy(terms.policy) ? ok(true) : refuse('session.policy-order', 'invalid', { field: 'policy' })
}
