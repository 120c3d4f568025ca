import { ledgerSumKeys } from '@veranda/core/payments/balances.ts'
import { expect, test } from 'vitest'
import { type EntriesFilter, entriesUrl, parseEntriesUrl } from './entries-url.ts'

const filters: EntriesFilter[] = [
  ...ledgerSumKeys.map((of) => ({ of, currency: 'EUR' })),
  { of: 'client.spent', currency: 'JPY', month: '2026-11' },
  { milestoneId: 'm' },
]

test.each(filters)('the URL of the entries of %j opens exactly those', (filter) => {
  const url = new URL(entriesUrl(filter), 'http://veranda.test')
  expect(url.pathname).toBe('/payment')
  expect(parseEntriesUrl(url.searchParams)).toEqual(filter)
})

test.each(['', 'of=client.paid', 'of=other&currency=EUR', 'currency=EUR'])('%j opens no entries', (query) => {
  expect(parseEntriesUrl(new URLSearchParams(query))).toBeUndefined()
})

test('a month that is none is left out', () => {
  const filter = parseEntriesUrl(new URLSearchParams('of=client.spent&currency=EUR&month=2026-13'))
  expect(filter).toEqual({ of: 'client.spent', currency: 'EUR' })
})
