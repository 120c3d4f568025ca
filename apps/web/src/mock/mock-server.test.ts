import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { type UnreadCount } from '@veranda/contract/notifications/events.ts'
import * as notifications from '@veranda/contract/notifications/routes.ts'
import { type NotificationList } from '@veranda/contract/notifications/schemas.ts'
import { readProject } from '@veranda/contract/commissions/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { emptyReplyOf } from '@veranda/contract/testing/empty-reply.ts'
import { parsePart } from '@veranda/contract/testing/schema-pair.ts'
import { routeSchemas } from '@veranda/contract/testing/route-schemas.ts'
import { expect, test, vi } from 'vitest'
import { replyTo } from './mock-server.ts'
import { sampleSession } from './sample-user.ts'
import { io } from './socket-client.ts'

const listed = () => replyTo(notifications.listNotifications, { query: {} }).body as NotificationList
const firstId = () => listed().items[0]?._id

test('what a screen reads where no sample stands is a reply of the contract', () => {
  const reads = routeSchemas.filter(({ route }) => route.method === 'GET')
  const broken = reads.flatMap(({ route, reply }) => {
    const { error } = parsePart(reply, emptyReplyOf(reply))
    return error === undefined ? [] : [`${route.method} ${route.path}: ${error}`]
  })
  expect(broken).toEqual([])
})

test('a list without samples is empty, what has an id is not found, and support takes a message', () => {
  expect(replyTo(readDashboard, {}).body).toMatchObject({ pendingOnMe: [], bookings: [], money: [] })
  expect(replyTo(readProject, { params: { id: 'any' } }).status).toBe(404)
  expect(replyTo(fileTicket, { body: { email: 'a@b.test', message: 'Hello' } }).status).toBe(200)
})

test('any login succeeds with a session of seven days', () => {
  const { status, body } = replyTo(login, { body: { email: 'anyone', password: '' } })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ token: expect.stringMatching(/^[\w-]+\.[\w-]+\.mock$/) }),
  ])
  const { expiresAt } = sampleSession(0)
  expect(expiresAt).toBe(new Date(604_800_000).toISOString())
})

test('writes change the samples of this page load', () => {
  const [id, before] = [firstId(), listed()]
  expect(replyTo(notifications.markRead, { params: { id } }).body).toMatchObject({ unread: before.unread - 1 })
  replyTo(notifications.deleteNotification, { params: { id } })
  expect(listed().items).toHaveLength(before.items.length - 1)
  replyTo(notifications.restoreNotifications, { body: { ids: [id] } })
  expect(firstId()).toBe(id)
  expect(replyTo(notifications.markAllRead, { query: {} }).body).toMatchObject({ unread: 0 })
  const changed = replyTo(notifications.changePreferences, { body: { types: { payment: false } } }).body
  expect(changed).toMatchObject({ types: { payment: false, message: true } })
})

test('a write that fails is logged and taken for a success', () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const before = listed()
  for (const [route, call] of [
    [notifications.markRead, { params: { id: 'absent' } }],
    [notifications.deleteNotification, { params: { id: 'absent' } }],
    [notifications.changePreferences, { body: { quietHours: { start: 'late' } } }],
  ] as const)
    expect(replyTo(route, call).status).toBe(200)
  expect(logged).toHaveBeenCalledTimes(3)
  expect(listed()).toEqual(before)
  logged.mockRestore()
})

test('the mock socket connects and sends one random unread count from 0 to 4 after 300 ms', async () => {
  vi.useFakeTimers()
  const counts = new Set<number>()
  for (const random of [0, 0.3, 0.5, 0.7, 0.999]) {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const received: UnreadCount[] = []
    const connected = vi.fn()
    // The payload of this event.
    const socket = io()
      .on('connect', connected)
      .onAny((_name, payload) => received.push(payload as UnreadCount))
    await vi.advanceTimersByTimeAsync(299)
    expect([connected.mock.calls.length, socket.connected, received]).toEqual([1, true, []])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(received).toHaveLength(1)
    counts.add(received[0]?.count ?? -1)
  }
  vi.restoreAllMocks()
  vi.useRealTimers()
  expect([...counts]).toEqual([0, 1, 2, 3, 4])
})
