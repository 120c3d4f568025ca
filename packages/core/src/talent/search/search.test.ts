import { describe, expect, test } from 'vitest'
import { money } from '../../money/money.ts'
import { checkSearch, priceFrom } from './search.ts'

describe('search', () => {
  test('no filters match everything, best first', () => {
    expect(checkSearch({ q: '  ' })).toMatchObject({ value: { q: null, rating: null, sort: 'best' } })
  })
  test.each([
    ['search.price-needs-currency', 'currency', { priceFrom: 1 }],
    ['search.price-needs-currency', 'currency', { sort: 'price' }],
    ['search.price-reversed', 'priceTo', { priceFrom: 2, priceTo: 1, currency: 'EUR' }],
    ['search.rating-out-of-range', 'rating', { rating: 6 }],
    ['search.rating-out-of-range', 'rating', { rating: Number.NaN }],
    ['money.unknown-currency', 'currency', { currency: 'ABC' }],
  ] as const)('%s is refused with the field %s', (code, field, input) => {
    expect(checkSearch(input)).toMatchObject({ refusal: { code, field } })
  })
  test("a creator's lowest price is that of their cheapest service in their own currency", () => {
    const services = [money(900, 'EUR'), money(500, 'EUR'), money(1, 'USD')].map((price) => ({ price }))
    expect(priceFrom(services)).toEqual(money(500, 'EUR'))
    expect(priceFrom([])).toBeNull()
  })
})
