import { type Notification, type NotificationList } from '@veranda/contract/notifications/schemas.ts'
import { describe, expect, test } from 'vitest'
import { prependToPages } from './notification-cache.ts'
import { matchesFilters, parseNotificationFilters, serializeNotificationFilters } from './notification-filters.ts'
import { actionPath, shouldToast, toToast } from '../delivery/toast.ts'

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

const idsOf = (data: Parameters<typeof prependToPages>[0]) => data.pages.map((page) => page.items.map(({ _id }) => _id))

describe('a live notification', () => {
  test('comes first, and replaces an earlier copy of itself', () => {
    expect(idsOf(prependToPages(pages(['a'], ['b']), notification('c'), {}))).toEqual([['c', 'a'], ['b']])
    expect(idsOf(prependToPages(pages(['a'], ['b']), notification('b'), {}))).toEqual([['b', 'a'], []])
  })

  test('stays out of a list whose filter it does not match', () => {
    expect(idsOf(prependToPages(pages(['a']), notification('c'), { type: 'payment' }))).toEqual([['a']])
    expect(matchesFilters(notification('c', { read: true }), { read: 'false' })).toBe(false)
  })

  test('shows a toast if the server says so and its conversation is not visible', () => {
    const received = notification('c', { data: { toast: true, conversationId: 'x' } })
    expect(shouldToast(received, () => false)).toBe(true)
    expect(shouldToast(received, (id) => id === 'x')).toBe(false)
    expect(shouldToast(notification('d', { data: { toast: false } }), () => false)).toBe(false)
  })

  test('shows 50 characters and how long ago, stays if urgent, and links only to our own paths', () => {
    const received = notification('c', {
      message: 'é'.repeat(60),
      priority: 'urgent',
      data: { actionUrl: '/projects/1' },
    })
    expect(toToast(received, () => 'now')).toMatchObject({
      text: `${'é'.repeat(50)}…`,
      suffix: 'now',
      tone: 'error',
      urgent: true,
      timeoutMs: 5000,
      href: '/projects/1',
    })
    // Apart, so that the words of a sender cannot turn ours.
    expect(toToast(notification('d', { message: '\u202eevil' }), () => 'now')).toMatchObject({
      text: '\u202eevil',
      suffix: 'now',
    })
    expect(actionPath(notification('d', { data: { actionUrl: 'https://elsewhere.example' } }))).toBeUndefined()
    expect(actionPath(notification('e', { data: { actionUrl: '//elsewhere.example' } }))).toBeUndefined()
  })
})

test.each(['', 'read=false', 'read=true&type=payment&priority=high'])(
  'filters survive a round trip through %j',
  (address) => {
    expect(serializeNotificationFilters(parseNotificationFilters(new URLSearchParams(address))).toString()).toBe(
      address,
    )
  },
)

test('invalid filters are ignored', () => {
  expect(parseNotificationFilters(new URLSearchParams('read=maybe&type=x&priority=y'))).toEqual({})
})
