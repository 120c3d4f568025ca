import { type SearchQuery } from '@veranda/contract/talent/schemas.ts'
import { searchSorts } from '@veranda/core/talent/search.ts'
import { languages } from '@veranda/contract/shared-schemas.ts'
import { type Currency, isCurrency } from '@veranda/core/money/money.ts'

/** Search filters from the address; prices are in minor units of the currency. */
export type SearchFilters = Omit<SearchQuery, 'cursor' | 'limit' | 'currency'> & { currency?: Currency | undefined }

const filterNames = ['q', 'skill', 'language', 'currency', 'priceFrom', 'priceTo', 'rating', 'free', 'sort'] as const

/** Prices are compared in this currency if none is chosen. */
export const defaultCurrency: Currency = 'EUR'

/** Parses the filters of an address; drops what is invalid. */
export function parseSearchFilters(params: URLSearchParams): SearchFilters {
  const filters: SearchFilters = {}
  const q = params.get('q')?.trim().slice(0, 120)
  const skill = params.get('skill')?.trim().slice(0, 60)
  const language = languages.find((known) => known === params.get('language'))
  const currency = params.get('currency')
  const rating = Number(params.get('rating'))
  const sort = searchSorts.find((known) => known === params.get('sort'))
  if (q) filters.q = q
  if (skill) filters.skill = skill
  if (language) filters.language = language
  if (currency && isCurrency(currency)) filters.currency = currency
  for (const name of ['priceFrom', 'priceTo'] as const) {
    const price = parseInteger(params.get(name))
    if (price !== undefined) filters[name] = price
  }
  if (rating >= 1 && rating <= 5) filters.rating = rating
  if (params.get('free') === 'week') filters.free = 'week'
  if (sort && sort !== 'best') filters.sort = sort
  return withCurrency(filters)
}

/** Builds the address of these filters: only what is set, always in the same order. */
export function toSearchParams(filters: SearchFilters): URLSearchParams {
  const params = new URLSearchParams()
  const complete = withCurrency(filters)
  for (const name of filterNames) {
    const value = complete[name]
    if (value !== undefined && value !== '' && !(name === 'sort' && value === 'best')) params.set(name, String(value))
  }
  return params
}

/** Counts the filters that narrow the search; text and sort do not count. */
export function countActiveFilters({ skill, language, priceFrom, priceTo, rating, free }: SearchFilters): number {
  const price = priceFrom !== undefined || priceTo !== undefined
  return [skill, language, price || undefined, rating, free].filter((filter) => filter !== undefined).length
}

/** Returns the filters with some changed; undefined removes one. */
export function withFilters(
  filters: SearchFilters,
  change: { [K in keyof SearchFilters]?: SearchFilters[K] | undefined },
): SearchFilters {
  const next = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== '')
  // Each key has a value of its own type or none.
  return Object.fromEntries(next)
}

/** Adds the currency that prices and sorting by price need; omits it from the address otherwise. */
function withCurrency(filters: SearchFilters): SearchFilters {
  const needed = filters.priceFrom !== undefined || filters.priceTo !== undefined || filters.sort === 'price'
  if (needed) return { ...filters, currency: filters.currency ?? defaultCurrency }
  return filters
}

function parseInteger(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}
