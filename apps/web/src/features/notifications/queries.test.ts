import { beforeEach, expect, test } from 'vitest'
import { applyUnreadCounts, getUnreadCounts } from '../../lib/realtime/unread-counts.ts'
import { adjustUnreadCount } from './queries.ts'

let version = 100
beforeEach(() => applyUnreadCounts({ count: 3, messages: 0, version: ++version }))

test('a late reply does not overwrite a newer count', () => {
  applyUnreadCounts({ count: 1, version: version + 2 })
  applyUnreadCounts({ count: 3, version: version + 1 })
  expect(getUnreadCounts().count).toBe(1)
  version += 2
})

test("reading changes the count at once, and the server's value replaces it", () => {
  adjustUnreadCount(-1)
  expect(getUnreadCounts().count).toBe(2)
  applyUnreadCounts({ count: 5, version: ++version })
  expect(getUnreadCounts().count).toBe(5)
})

test('a count never falls below 0, and clearing can be undone', () => {
  const back = adjustUnreadCount('none')
  adjustUnreadCount(-1)
  expect(getUnreadCounts().count).toBe(0)
  back()
  expect(getUnreadCounts().count).toBe(3)
})
