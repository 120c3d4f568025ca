import { act, cleanup, render } from '@testing-library/react'
import { markAllRead, readUnreadCounts } from '@veranda/contract/notifications/routes.ts'
import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../components/toasts.ts'
import { connectRealtime } from '../lib/realtime/realtime.ts'
import { useOpenPage } from '../lib/realtime/open-pages.ts'
import { sessionStore } from '../lib/session/session.ts'
import { type ContractServer, contractServer } from '../lib/testing/contract-server.ts'
import { idOf, maya, now } from '../lib/testing/samples.ts'
import { applyUnreadCounts, getUnreadCounts } from '../lib/realtime/unread-counts.ts'
import { loadUnreadCounts } from '../features/notifications/queries.ts'
import { registerHandlers } from './register-realtime-handlers.ts'

const socket = vi.hoisted(() => ({
  receive: (() => undefined) as (name: string, payload: unknown) => void,
}))
vi.mock('socket.io-client', () => ({
  io: () => ({
    connected: true,
    on: () => undefined,
    onAny: (listener: typeof socket.receive) => (socket.receive = listener),
  }),
}))

const page = `/projects/${idOf('a')}?milestone=${idOf('b')}`
const elsewhere = '/dashboard'
let seq = 0
let server: ContractServer
let toasted: string[]

function paid(n: number, more: Partial<Notification> = {}): Notification {
  return {
    _id: idOf('e', n),
    type: 'payment',
    title: `Payment ${n}`,
    message: 'You paid €1,260.00, our fee included. The price is protected until you approve the work.',
    createdAt: now,
    read: false,
    sender: null,
    priority: 'medium',
    data: { event: 'payment_update', actionUrl: page, toast: true },
    ...more,
  }
}

/** Receives a notification and the count that follows it, as the server sends them. */
function receive(notification: Notification, count: number) {
  socket.receive(notification.data.event ?? 'notification', { ...notification, seq: ++seq })
  receiveCount(count)
}

function receiveCount(count: number) {
  socket.receive('unread_count', { count, messages: 0, version: ++seq, seq })
}

function Page({ address }: { address: string }) {
  useOpenPage(address)
  return null
}

const readLinks = () => server.calls(markAllRead).map(({ query }) => query.link)
const focusTab = (focused: boolean) => vi.spyOn(document, 'hasFocus').mockReturnValue(focused)

beforeAll(async () => {
  registerHandlers()
  await connectRealtime(new Set())
})
beforeEach(() => {
  server = contractServer()
  server.reply(markAllRead, () => ({ unread: 0, version: ++seq }))
  sessionStore.set({ status: 'in', user: maya })
  toasted = []
  const detach = toasts.attachRenderer({
    show: ({ key, title }) => {
      toasted.push(title)
      toasts.onClosed(key)
    },
    hide: () => undefined,
  })
  focusTab(true)
  return () => {
    cleanup()
    detach()
    vi.restoreAllMocks()
    sessionStore.set({ status: 'out', user: null, reason: 'left' })
  }
})

test('opening the page that notifications lead to reads them, and the bell follows', async () => {
  const { rerender } = render(<Page address={elsewhere} />)
  receiveCount(0)
  receive(paid(1), 1)
  expect(toasted).toEqual(['Payment 1'])
  expect(readLinks()).toEqual([])
  rerender(<Page address={page} />)
  await vi.waitFor(() => expect(readLinks()).toEqual([page]))
  await vi.waitFor(() => expect(getUnreadCounts().count).toBe(0))
  // Nothing is unread, so that nothing is asked.
  rerender(<Page address={elsewhere} />)
  rerender(<Page address={page} />)
  expect(readLinks()).toEqual([page])
})

test('without a socket the counts are read once, and a later event with older counts changes nothing', async () => {
  server.reply(readUnreadCounts, () => ({ count: 7, messages: 2, version: (seq += 2) }))
  await loadUnreadCounts()
  expect(getUnreadCounts()).toMatchObject({ count: 7, messages: 2 })
  socket.receive('unread_count', { count: 1, messages: 0, version: seq - 1, seq: seq - 1 })
  expect(getUnreadCounts()).toMatchObject({ count: 7, messages: 2 })
})

test('a reload shows the last counts at once, until newer ones of the server arrive, and a sign-out forgets them', async () => {
  applyUnreadCounts({ count: 7, messages: 2, version: (seq += 1) })
  vi.resetModules()
  const reloaded = await import('../lib/realtime/unread-counts.ts')
  expect(reloaded.getUnreadCounts()).toEqual({ count: 7, messages: 2, version: -1 })
  sessionStore.set({ status: 'out', user: null, reason: 'left' })
  vi.resetModules()
  expect((await import('../lib/realtime/unread-counts.ts')).getUnreadCounts().count).toBe(0)
})

test('what is open when the first count arrives is read then', async () => {
  render(<Page address={page} />)
  expect(readLinks()).toEqual([])
  receiveCount(2)
  await vi.waitFor(() => expect(readLinks()).toEqual([page]))
})

test('a notification of the page in sight shows no toast and is read at once, one of another page is not', async () => {
  render(<Page address={page} />)
  receive(paid(1), 1)
  await vi.waitFor(() => expect(readLinks()).toEqual([page]))
  expect(toasted).toEqual([])
  receive(paid(2, { data: { ...paid(2).data, actionUrl: '/payment' } }), 1)
  expect(toasted).toEqual(['Payment 2'])
  expect(readLinks()).toEqual([page])
})

test('a page in a tab without the focus shows the toast, and is read when the user comes back', async () => {
  focusTab(false)
  render(<Page address={page} />)
  receive(paid(1), 1)
  expect(toasted).toEqual(['Payment 1'])
  expect(readLinks()).toEqual([])
  focusTab(true)
  act(() => void dispatchEvent(new Event('focus')))
  await vi.waitFor(() => expect(readLinks()).toEqual([page]))
})

test('of five notifications two are shown, and the others follow as those close', () => {
  const shown: string[] = []
  const detach = toasts.attachRenderer({ show: ({ key }) => shown.push(key), hide: () => undefined })
  for (const n of [1, 2, 3, 4, 5]) receive(paid(n), n)
  expect(shown).toHaveLength(2)
  for (const key of shown) toasts.onClosed(key)
  expect(shown).toEqual([1, 2, 3, 4, 5].map((n) => idOf('e', n)))
  detach()
})

test('only the preview of a message is cut; a sentence with an amount is whole', () => {
  const shown: (string | undefined)[] = []
  const detach = toasts.attachRenderer({
    show: ({ key, text }) => {
      shown.push(text)
      toasts.onClosed(key)
    },
    hide: () => undefined,
  })
  const text = 'You paid €1,260.00, our fee included. The price is protected until you approve the work.'
  receive(paid(1), 1)
  receive(paid(2, { type: 'message', data: { event: 'notification', conversationId: idOf('c'), toast: true } }), 2)
  expect(shown.map((line) => line?.split(' · ')[0])).toEqual([text, `${text.slice(0, 50)}…`])
  detach()
})

test('opening a page closes the toasts that lead to it, and no others', () => {
  const closed = vi.spyOn(toasts, 'closeLinksTo')
  const { rerender } = render(<Page address={elsewhere} />)
  receive(paid(1), 1)
  rerender(<Page address={page} />)
  expect(closed.mock.calls).toEqual([[elsewhere], [page]])
})
