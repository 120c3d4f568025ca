import { type Notification, type NotificationList } from '@veranda/contract/notifications/schemas.ts'
import { describe, expect, test } from 'vitest'
import { prepended } from './notification-cache.ts'
import { isWithin, readNotificationFilters, writeNotificationFilters } from './notification-filters.ts'
import { actionOf, popsUp, toastOf } from './toast.ts'

function notification(id: string, more: Partial<Notification> = {}): Notification {
  const base = { _id: id, type: 'message' as const, title: `title ${id}`, message: 'text', read: false, sender: null }
  return { ...base, createdAt: '2026-11-21T12:00:00.000Z', priority: 'medium', data: {}, ...more }
}

function pages(...ids: string[][]) {
  const all: NotificationList[] = ids.map((page) => ({
    items: page.map((id) => notification(id)),
    next: null,
    unread: 0,
  }))
  return { pages: all, pageParams: all.map(() => null) }
}

const idsOf = (data: Parameters<typeof prepended>[0]) => data.pages.map((page) => page.items.map(({ _id }) => _id))

describe('a live notification', () => {
  test('stands first, and the same one again replaces what it was', () => {
    expect(idsOf(prepended(pages(['a'], ['b']), notification('c'), {}))).toEqual([['c', 'a'], ['b']])
    expect(idsOf(prepended(pages(['a'], ['b']), notification('b'), {}))).toEqual([['b', 'a'], []])
  })

  test('stays out of a list that it does not belong to', () => {
    expect(idsOf(prepended(pages(['a']), notification('c'), { type: 'payment' }))).toEqual([['a']])
    expect(isWithin(notification('c', { read: true }), { read: 'false' })).toBe(false)
  })

  test('pops up when the server says so and its conversation is not in sight', () => {
    const told = notification('c', { data: { toast: true, conversationId: 'x' } })
    expect(popsUp(told, () => false)).toBe(true)
    expect(popsUp(told, (id) => id === 'x')).toBe(false)
    expect(popsUp(notification('d', { data: { toast: false } }), () => false)).toBe(false)
  })

  test('shows 50 characters and how long ago, stays when urgent, and leads to our own paths alone', () => {
    const told = notification('c', {
      message: 'é'.repeat(60),
      priority: 'urgent',
      data: { actionUrl: '/projects/1' },
    })
    expect(toastOf(told, () => 'now')).toMatchObject({
      text: `${'é'.repeat(50)}… · now`,
      tone: 'error',
      urgent: true,
      timeout: 5000,
      href: '/projects/1',
    })
    expect(actionOf(notification('d', { data: { actionUrl: 'https://elsewhere.example' } }))).toBeUndefined()
    expect(actionOf(notification('e', { data: { actionUrl: '//elsewhere.example' } }))).toBeUndefined()
  })
})

test.each(['', 'read=false', 'read=true&type=payment&priority=high'])('filters come back from %j', (address) => {
  expect(writeNotificationFilters(readNotificationFilters(new URLSearchParams(address))).toString()).toBe(address)
})

test('filters that do not fit count as not there', () => {
  expect(readNotificationFilters(new URLSearchParams('read=maybe&type=x&priority=y'))).toEqual({})
})
