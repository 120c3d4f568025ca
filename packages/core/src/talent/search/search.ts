import { type Currency, type Money, isCurrency } from '../../money/money.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { isTimeZone } from '../../time/time-zone.ts'
import { parseSearchHours, type SearchHours } from './search-hours.ts'
import { normalizeSkills } from '../skills/skills.ts'

export const searchSorts = ['best', 'rating', 'price', 'newest'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Filters that can be dropped one by one when nothing matches all of them. */
export const searchFilterNames = ['q', 'skill', 'language', 'price', 'rating', 'free', 'hours'] as const
export type SearchFilterName = (typeof searchFilterNames)[number]

/** Filters from the address; prices in minor units of `currency`. */
export type SearchInput = {
  readonly q?: string | undefined
  readonly skill?: string | readonly string[] | undefined
  readonly language?: string | undefined
  readonly currency?: string | undefined
  readonly priceFrom?: number | undefined
  readonly priceTo?: number | undefined
  readonly rating?: number | undefined
  readonly free?: 'week' | undefined
  readonly hours?: string | readonly string[] | undefined
  readonly timeZone?: string | undefined
  readonly sort?: SearchSort | undefined
}

export type SearchFilters = {
  readonly q: string | null
  /** Names of skills, all of which a creator must have. */
  readonly skills: readonly string[]
  readonly language: string | null
  readonly currency: Currency | null
  readonly priceFrom: number | null
  readonly priceTo: number | null
  readonly rating: number | null
  /** Requires a bookable session within seven days. */
  readonly free: 'week' | null
  /** Requires a bookable session within one of these hours in `timeZone`. */
  readonly hours: readonly SearchHours[]
  readonly timeZone: string
  readonly sort: SearchSort
}

/**
 * Checks and completes filters; blank texts count as none. Refuses (invalid, with the field) money.unknown-currency,
 * search.price-needs-currency (also for sorting by price), search.price-reversed, search.rating-out-of-range,
 * search.hours-unreadable and, for hours without a known zone, account.time-zone-unknown.
 */
export function checkSearch(input: SearchInput): Result<SearchFilters> {
  const { currency, priceFrom = null, priceTo = null, rating = null, sort = 'best' } = input
  if (currency !== undefined && !isCurrency(currency)) {
    return refuse('money.unknown-currency', 'invalid', { field: 'currency', detail: { currency } })
  }
  const byPrice = priceFrom !== null || priceTo !== null || sort === 'price'
  if (byPrice && currency === undefined) return refuse('search.price-needs-currency', 'invalid', { field: 'currency' })
  if (priceFrom !== null && priceTo !== null && priceTo < priceFrom) {
    return refuse('search.price-reversed', 'invalid', { field: 'priceTo' })
  }
  if (rating !== null && !(rating >= 1 && rating <= 5)) {
    return refuse('search.rating-out-of-range', 'invalid', { field: 'rating' })
  }
  const hours = [...new Set([input.hours ?? []].flat())].map(parseSearchHours)
  if (!hours.every((one) => one !== undefined)) {
    return refuse('search.hours-unreadable', 'invalid', { field: 'hours' })
  }
  const { timeZone = 'UTC' } = input
  if (hours.length > 0 && (input.timeZone === undefined || !isTimeZone(timeZone))) {
    return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  }
  const skills = normalizeSkills([input.skill ?? []].flat())
  return ok({
    q: textOrNull(input.q),
    skills,
    language: textOrNull(input.language),
    currency: currency ?? null,
    priceFrom,
    priceTo,
    rating,
    free: input.free ?? null,
    hours,
    timeZone,
    sort,
  })
}

/**
 * Returns the price of the cheapest service, in the creator's own currency (that of the first service); null if there
 * is none.
 */
export function priceFrom(services: readonly { readonly price: Money }[]): Money | null {
  const currency = services[0]?.price.currency
  const prices = services.map(({ price }) => price).filter((price) => price.currency === currency)
  return prices.reduce<Money | null>((least, price) => (least && least.amount <= price.amount ? least : price), null)
}

function textOrNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
