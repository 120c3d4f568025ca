import { type SearchQuery, sorts } from '@veranda/contract/talent/schemas.ts'
import { languages } from '@veranda/contract/shapes.ts'
import { type Currency, isCurrency } from '@veranda/core/money/money.ts'

/** The filters of the search as they stand in the address; prices in minor units of the currency. */
export type SearchFilters = Omit<SearchQuery, 'cursor' | 'limit' | 'currency'> & { currency?: Currency | undefined }

const names = ['q', 'skill', 'language', 'currency', 'priceFrom', 'priceTo', 'rating', 'free', 'sort'] as const

/** Without a currency of one's own choice prices are compared in this one. */
export const usualCurrency: Currency = 'EUR'

/** Reads the filters of an address; what does not fit counts as not there. */
export function readSearchFilters(params: URLSearchParams): SearchFilters {
  const filters: SearchFilters = {}
  const q = params.get('q')?.trim().slice(0, 120)
  const skill = params.get('skill')?.trim().slice(0, 60)
  const language = languages.find((known) => known === params.get('language'))
  const currency = params.get('currency')
  const rating = Number(params.get('rating'))
  const sort = sorts.find((known) => known === params.get('sort'))
  if (q) filters.q = q
  if (skill) filters.skill = skill
  if (language) filters.language = language
  if (currency && isCurrency(currency)) filters.currency = currency
  for (const name of ['priceFrom', 'priceTo'] as const) {
    const price = readWhole(params.get(name))
    if (price !== undefined) filters[name] = price
  }
  if (rating >= 1 && rating <= 5) filters.rating = rating
  if (params.get('free') === 'week') filters.free = 'week'
  if (sort && sort !== 'best') filters.sort = sort
  return withCurrency(filters)
}

/** The address of these filters: only what is chosen, always in the same order. */
export function writeSearchFilters(filters: SearchFilters): URLSearchParams {
  const params = new URLSearchParams()
  const complete = withCurrency(filters)
  for (const name of names) {
    const value = complete[name]
    if (value !== undefined && value !== '' && !(name === 'sort' && value === 'best')) params.set(name, String(value))
  }
  return params
}

/** How many of them narrow the search; text and order do not count. */
export function filterCount({ skill, language, priceFrom, priceTo, rating, free }: SearchFilters): number {
  const price = priceFrom !== undefined || priceTo !== undefined
  return [skill, language, price || undefined, rating, free].filter((filter) => filter !== undefined).length
}

/** Filters with some changed; undefined takes one away. */
export function changedFilters(
  filters: SearchFilters,
  change: { [K in keyof SearchFilters]?: SearchFilters[K] | undefined },
): SearchFilters {
  const next = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== '')
  // Each key has a value of its own type or none.
  return Object.fromEntries(next)
}

/** Prices and the order by price need a currency; where none needs it, it is left out of the address. */
function withCurrency(filters: SearchFilters): SearchFilters {
  const needed = filters.priceFrom !== undefined || filters.priceTo !== undefined || filters.sort === 'price'
  if (needed) return { ...filters, currency: filters.currency ?? usualCurrency }
  return filters
}

function readWhole(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}
