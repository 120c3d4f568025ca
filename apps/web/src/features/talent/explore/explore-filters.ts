import { type ExploreQuery } from '@veranda/contract/talent/explore/schemas.ts'

export type ExploreFilters = Pick<ExploreQuery, 'q' | 'discipline' | 'currency' | 'priceTo' | 'free'>

/** Upper prices to choose from, in minor units of `priceCurrency`. */
export const priceSteps = [25_000, 100_000, 500_000] as const
export const priceCurrency = 'EUR'

/** Reads the filters from the address; what cannot be a filter counts as none. */
export function parseExploreFilters(params: URLSearchParams): ExploreFilters {
  const text = (name: string, max: number) => params.get(name)?.trim().slice(0, max) || undefined
  const priceTo = Number(params.get('priceTo') ?? Number.NaN)
  const hasPrice = Number.isSafeInteger(priceTo) && priceTo >= 0
  const currency = params.get('currency') ?? ''
  return withoutEmpty({
    q: text('q', 120),
    discipline: text('discipline', 60),
    ...(hasPrice ? { priceTo, currency: /^[A-Z]{3}$/.test(currency) ? currency : priceCurrency } : {}),
    free: params.get('free') === 'week' ? ('week' as const) : undefined,
  })
}

/** Writes filters as an address. */
export function toExploreParams(filters: ExploreFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(withoutEmpty(filters)).map(([name, value]) => [name, String(value)]))
}

/** Returns the filters with some changed; `undefined` removes one. */
export function withExploreFilters(
  filters: ExploreFilters,
  change: { [K in keyof ExploreFilters]?: ExploreFilters[K] | undefined },
): ExploreFilters {
  return withoutEmpty({ ...filters, ...change })
}

function withoutEmpty(filters: { [K in keyof ExploreFilters]?: ExploreFilters[K] | undefined }): ExploreFilters {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}
