import { beforeEach, expect, test } from 'vitest'
import { keepUnread, unreadNow } from '../../lib/unread.ts'
import { changeUnread } from './queries.ts'

let version = 100
beforeEach(() => keepUnread({ count: 3, messages: 0, version: ++version }))

test('a late answer does not undo a newer count', () => {
  keepUnread({ count: 1, version: version + 2 })
  keepUnread({ count: 3, version: version + 1 })
  expect(unreadNow().count).toBe(1)
  version += 2
})

test('what is read here counts at once, and the server has the last word', () => {
  changeUnread(-1)
  expect(unreadNow().count).toBe(2)
  keepUnread({ count: 5, version: ++version })
  expect(unreadNow().count).toBe(5)
})

test('a count is never below nought, and clearing can be taken back', () => {
  const back = changeUnread('none')
  changeUnread(-1)
  expect(unreadNow().count).toBe(0)
  back()
  expect(unreadNow().count).toBe(3)
})
