import { expect, test } from 'vitest'
import { parseExploreFilters, toExploreParams, withExploreFilters } from './explore-filters.ts'

const parse = (address: string) => parseExploreFilters(new URLSearchParams(address))

test.each([
  ['', {}],
  ['q=%20chair%20&discipline=Furniture&free=week', { q: 'chair', discipline: 'Furniture', free: 'week' }],
  ['priceTo=25000', { priceTo: 25_000, currency: 'EUR' }],
  ['priceTo=25000&currency=USD', { priceTo: 25_000, currency: 'USD' }],
  ['priceTo=cheap&currency=usd&free=month&q=', {}],
  ['priceTo=-1', {}],
])('%j means %j, and the filters make the same address again', (address, filters) => {
  expect(parse(address)).toEqual(filters)
  expect(parse(toExploreParams(parse(address)).toString())).toEqual(filters)
})

test('a filter is changed and removed', () => {
  expect(withExploreFilters({ q: 'chair' }, { free: 'week' })).toEqual({ q: 'chair', free: 'week' })
  expect(withExploreFilters({ q: 'chair', free: 'week' }, { q: undefined })).toEqual({ free: 'week' })
})
