import { type Currency, type Minor } from '../../money/money.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { hour, type Milliseconds, minute } from '../../time/instant.ts'
import { defaultPolicy, isValidPolicy, type PolicyTier } from './cancellation-policy.ts'

/** A service, as far as it decides who can book it, when and for what price. Lengths are in whole minutes, the horizon in whole days. */
export type HourlyService = {
  readonly title: string
  readonly price: { readonly amount: Minor; readonly currency: Currency } | null
  readonly minutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  readonly noticeMinutes: number
  readonly horizonDays: number
  readonly incrementMinutes: number
  readonly maxPerDay: number | null
  readonly maxPerWeek: number | null
  readonly confirmation: 'instant' | 'manual'
  readonly policy: readonly PolicyTier[]
}

/** Returns the terms of a new service. */
export function defaultServiceTerms(
  price: HourlyService['price'],
): Omit<HourlyService, 'title' | 'minutes' | 'incrementMinutes'> {
  return {
    price,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 10,
    noticeMinutes: (price ? 12 : 2) * 60,
    horizonDays: 90,
    maxPerDay: null,
    maxPerWeek: null,
    confirmation: 'instant',
    policy: defaultPolicy,
  }
}

/** The time for which a slot stays reserved while the client decides or pays. */
export const reservationMs: Milliseconds = 15 * minute
/** The time that a creator has to answer a request, at most. */
export const requestMs: Milliseconds = 24 * hour
/** Time between the end of a paid session and its payout to the creator. */
export const payoutDelayMs: Milliseconds = 48 * hour
/** Time before the start at which Join opens and presence begins to count. */
export const joinLeadMs: Milliseconds = 10 * minute
/** Time after the start at which an absent side becomes a no-show. */
export const noShowGraceMs: Milliseconds = 10 * minute
/** The time within which an admin may overturn a no-show. */
export const overturnWindowMs: Milliseconds = 48 * hour

/**
 * Refuses hourly-service.policy-order (invalid) unless the tiers go from the longest to the shortest and never refund
 * more later.
 */
export function checkServiceTerms(terms: Pick<HourlyService, 'policy'>): Result<true> {
  return isValidPolicy(terms.policy) ? ok(true) : refuse('hourly-service.policy-order', 'invalid', { field: 'policy' })
}

export const hourlyServiceActions = ['edit', 'book'] as const
export type HourlyServiceAction = (typeof hourlyServiceActions)[number]

/** Returns what a reader may do with a creator's hourly services: edit their own, or book. */
export function hourlyServiceActionsFor(creatorId: string, readerId: string): HourlyServiceAction[] {
  return canBookWith(creatorId, readerId) ? ['book'] : ['edit']
}

/** Returns whether a user may book a creator: anyone but the creator. */
export function canBookWith(creatorId: string, clientId: string): boolean {
  return creatorId !== clientId
}
