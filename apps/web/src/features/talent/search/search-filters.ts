import { type SearchQuery } from '@veranda/contract/talent/schemas.ts'
import { searchSorts } from '@veranda/core/talent/search/search.ts'
import { formatSearchHours, maxSearchHours, parseSearchHours } from '@veranda/core/talent/search/search-hours.ts'
import { maxSearchedSkills } from '@veranda/core/talent/skills/skill-limits.ts'
import { languages } from '@veranda/contract/shared-schemas.ts'
import { type Currency, isCurrency } from '@veranda/core/money/money.ts'

/**
 * Search filters from the address; prices are in minor units of the currency, hours in the reader's own time zone, as
 * the core writes them.
 */
export type SearchFilters = Omit<SearchQuery, 'cursor' | 'limit' | 'currency' | 'skill' | 'hours' | 'timeZone'> & {
  currency?: Currency | undefined
  skill?: string[] | undefined
  hours?: string[] | undefined
}

const filterNames = [
  'q',
  'skill',
  'language',
  'currency',
  'priceFrom',
  'priceTo',
  'rating',
  'free',
  'hours',
  'sort',
] as const

/** Prices are compared in this currency if none is chosen. */
export const defaultCurrency: Currency = 'EUR'

/** Parses the filters of an address; drops what is invalid. */
export function parseSearchFilters(params: URLSearchParams): SearchFilters {
  const filters: SearchFilters = {}
  const q = params.get('q')?.trim().slice(0, 120)
  const skills = distinct(params.getAll('skill').map((skill) => skill.trim().slice(0, 60))).slice(0, maxSearchedSkills)
  const language = languages.find((known) => known === params.get('language'))
  const currency = params.get('currency')
  const rating = Number(params.get('rating'))
  const sort = searchSorts.find((known) => known === params.get('sort'))
  const hours = params.getAll('hours').map(parseSearchHours)
  const known = distinct(hours.map((one) => (one ? formatSearchHours(one) : ''))).slice(0, maxSearchHours)
  if (q) filters.q = q
  if (skills.length > 0) filters.skill = skills
  if (language) filters.language = language
  if (currency && isCurrency(currency)) filters.currency = currency
  for (const name of ['priceFrom', 'priceTo'] as const) {
    const price = parseInteger(params.get(name))
    if (price !== undefined) filters[name] = price
  }
  if (rating >= 1 && rating <= 5) filters.rating = rating
  if (params.get('free') === 'week') filters.free = 'week'
  if (known.length > 0) filters.hours = known
  if (sort && sort !== 'best') filters.sort = sort
  return withCurrency(filters)
}

/** Builds the address of these filters: only what is set, always in the same order. */
export function toSearchParams(filters: SearchFilters): URLSearchParams {
  const params = new URLSearchParams()
  const complete = withCurrency(filters)
  for (const name of filterNames) {
    for (const value of [complete[name] ?? []].flat()) {
      if (value !== '' && !(name === 'sort' && value === 'best')) params.append(name, String(value))
    }
  }
  return params
}

/** Counts the filters that narrow the search; text and sort do not count. */
export function countActiveFilters(filters: SearchFilters): number {
  const { skill = [], language, priceFrom, priceTo, rating, free, hours = [] } = filters
  const price = priceFrom !== undefined || priceTo !== undefined
  const others = [language, price || undefined, rating, free].filter((filter) => filter !== undefined)
  return others.length + skill.length + hours.length
}

/** Returns the filters with some changed; undefined and an empty list remove one. */
export function withFilters(
  filters: SearchFilters,
  change: { [K in keyof SearchFilters]?: SearchFilters[K] | undefined },
): SearchFilters {
  const isSet = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  const next = Object.entries({ ...filters, ...change }).filter(([, value]) => isSet(value))
  // Each key has a value of its own type or none.
  return Object.fromEntries(next)
}

/** Returns a list with a value added, or without it where it is in it. */
export function toggled(values: readonly string[] | undefined, value: string): string[] {
  const others = (values ?? []).filter((other) => other !== value)
  return others.length === (values ?? []).length ? [...others, value] : others
}

/** Returns the filters without what is named by a reply to a search that found nothing. */
export function withoutFilter(filters: SearchFilters, name: string, value: string | null): SearchFilters {
  switch (name) {
    case 'skill':
      return withFilters(filters, { skill: filters.skill?.filter((skill) => !isSameSkill(skill, value)) })
    case 'price':
      return withFilters(filters, {
        priceFrom: undefined,
        priceTo: undefined,
        currency: undefined,
        ...(filters.sort === 'price' ? { sort: undefined } : {}),
      })
    default:
      return withFilters(filters, { [name]: undefined })
  }
}

function isSameSkill(skill: string, other: string | null): boolean {
  return skill.toLowerCase() === other?.toLowerCase()
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

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))]
}
