import { expect, test } from 'vitest'
import { creators } from './creators.ts'
import { portfolioOf, workOrders } from './works.ts'

test('the demo world has at least 24 different works, and no two creators show the same one', () => {
  const owners = new Map<string, string>()
  for (const { key } of creators) {
    for (const { asset } of portfolioOf(key, 'full')) {
      expect(owners.get(asset) ?? key, asset).toBe(key)
      owners.set(asset, key)
    }
  }
  expect(owners.size).toBeGreaterThanOrEqual(24)
})

test.each(['full', 'small'] as const)('in a %s world every creator shows three pictures, and a model first', (size) => {
  const ordered = new Map(workOrders(size).map(({ name, turns }) => [name, turns.length]))
  for (const { key } of creators) {
    const items = portfolioOf(key, size)
    expect(items, key).toHaveLength(3)
    expect(new Set(items.map(({ title }) => title)).size, key).toBe(3)
    expect(items[0]?.hasModel, key).toBe(true)
    for (const { asset, picture } of items) {
      expect(ordered.get(asset), asset).toBeGreaterThanOrEqual(size === 'full' ? picture : 0)
    }
  }
})

test('a small world has few models, so that tests are seeded fast', () => {
  expect(workOrders('small').length).toBeLessThanOrEqual(7)
})
