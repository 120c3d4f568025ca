import { describe, expect, test } from 'vitest'
import {
  withFilters,
  countActiveFilters,
  parseSearchFilters,
  type SearchFilters,
  toSearchParams,
} from './search-filters.ts'

const read = (address: string) => parseSearchFilters(new URLSearchParams(address))
const write = (filters: SearchFilters) => toSearchParams(filters).toString()

describe('the filters of the search', () => {
  test.each([
    '',
    'q=stage',
    'skill=PBR+materials&language=ja&rating=4.5',
    'q=a&skill=b&language=ar&currency=JPY&priceFrom=100&priceTo=5000&rating=4&sort=newest',
    'currency=USD&sort=price',
    'skill=Avatars&skill=Rigging&hours=12345.1800-2100&hours=2026-12-05.1400-1800',
  ])('come back unchanged from the address %j', (address) => {
    expect(write(read(address))).toBe(address)
  })

  test('drop what is invalid', () => {
    expect(
      read(
        'hours=8.1800-2100&hours=1.1800-1800&language=xx&rating=9&sort=worst&priceFrom=-4&priceTo=1.5&currency=XXX&q=%20%20',
      ),
    ).toEqual({})
  })

  test('prices and sorting by price always have a currency', () => {
    expect(write({ priceFrom: 100 })).toBe('currency=EUR&priceFrom=100')
    expect(write({ sort: 'price' })).toBe('currency=EUR&sort=price')
  })

  test('the default sort is not in the address', () => {
    expect(write({ q: 'x', sort: 'best' })).toBe('q=x')
  })

  test('a removed filter is gone, and a price range counts once', () => {
    const filters = read(
      'skill=Avatars&skill=Rigging&hours=67.0900-1800&language=en&currency=EUR&priceFrom=1&priceTo=2',
    )
    expect(countActiveFilters(filters)).toBe(5)
    expect(write(withFilters(filters, { skill: undefined, hours: [] }))).toBe(
      'language=en&currency=EUR&priceFrom=1&priceTo=2',
    )
  })
})
