import 'fake-indexeddb/auto'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listNotifications, markRead } from '@veranda/contract/notifications/routes.ts'
import { type Notification, type NotificationList } from '@veranda/contract/notifications/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../lib/api/query.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { applyUnreadCounts } from '../lib/realtime/unread-counts.ts'
import { idOf, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/notifications'))

function sampleNotification(n: number, more: Partial<Notification> = {}): Notification {
  return {
    _id: idOf('e', n),
    type: 'milestone',
    title: `Notification ${n}`,
    message: 'Version 2 is ready.',
    createdAt: now,
    read: false,
    sender: null,
    priority: 'medium',
    data: { actionUrl: `/projects/${idOf('a')}` },
    ...more,
  }
}

const listOf = (...items: Notification[]): NotificationList => ({
  items,
  next: null,
  unread: items.filter(({ read }) => !read).length,
})

/** Returns the row of a notification. */
async function findRow(title: string) {
  const list = await screen.findByRole('list', { name: 'Notifications' })
  const row = within(list)
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText(title))
  if (!row) throw new Error(`no row ${title}`)
  return within(row)
}

test('the notifications load, and an unread one says so and leads to its subject', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<NotificationList>()
  server.reply(listNotifications, () => reply.promise)
  renderScreen(server, '/notifications')
  expect(await screen.findByRole('status', { name: 'Loading notifications' })).toBeTruthy()
  reply.resolve(listOf(sampleNotification(1), sampleNotification(2, { read: true })))
  const unread = await findRow('Notification 1')
  expect(unread.getByText(/^Unread/)).toBeTruthy()
  expect(unread.getByRole('link', { name: 'Notification 1' }).getAttribute('href')).toBe(`/projects/${idOf('a')}`)
  expect((await findRow('Notification 2')).queryByText(/^Unread/)).toBeNull()
})

test('without notifications the user reads what will be here', async () => {
  const server = contractServer()
  server.reply(listNotifications, listOf())
  renderScreen(server, '/notifications')
  expect(await screen.findByText('No notifications yet')).toBeTruthy()
})

test('after a failure the notifications are loaded again on request', async () => {
  const server = contractServer()
  server.refuse(listNotifications, 500, 'internal')
  renderScreen(server, '/notifications')
  expect(await screen.findByText('Failed to load notifications')).toBeTruthy()
  server.reply(listNotifications, listOf(sampleNotification(1)))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findRow('Notification 1')).toBeTruthy()
})

test('the filters are in the address; when none matches they can be cleared', async () => {
  const server = contractServer()
  server.reply(listNotifications, ({ query }) => (query.type ? listOf() : listOf(sampleNotification(1))))
  const { router } = renderScreen(server, '/notifications?type=payment')
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
  expect(server.calls(listNotifications)[0]?.query).toEqual({ type: 'payment' })
  await userEvent.click(screen.getByRole('button', { name: 'Unread' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?read=false&type=payment'))
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Filter notifications' })).getByRole('button', { name: 'Clear filters' }),
  )
  expect(await findRow('Notification 1')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('a notification is marked read at once, and stays so when the server agrees', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<{ unread: number; version: number }>()
  server.reply(listNotifications, listOf(sampleNotification(1), sampleNotification(2)))
  server.reply(markRead, () => reply.promise)
  renderScreen(server, '/notifications')
  applyUnreadCounts({ count: 2, version: 1 })
  expect(await screen.findByText('2 unread')).toBeTruthy()
  await userEvent.click((await findRow('Notification 1')).getByRole('button', { name: 'Mark read' }))
  expect((await findRow('Notification 1')).queryByText(/^Unread/)).toBeNull()
  expect(screen.getByText('1 unread')).toBeTruthy()
  await vi.waitFor(() => expect(server.calls(markRead)).toMatchObject([{ params: { id: idOf('e', 1) } }]))
  reply.resolve({ unread: 1, version: 2 })
  expect((await findRow('Notification 2')).getByText(/^Unread/)).toBeTruthy()
})

test('when marking is refused the notification and the count are as before, and the user reads why', async () => {
  const server = contractServer()
  server.reply(listNotifications, listOf(sampleNotification(1)))
  server.refuse(markRead, 404, 'notification.not-found', { detail: 'This notification was removed elsewhere.' })
  renderScreen(server, '/notifications')
  applyUnreadCounts({ count: 1, version: 1 })
  await userEvent.click((await findRow('Notification 1')).getByRole('button', { name: 'Mark read' }))
  expect(await screen.findByText('This notification was removed elsewhere.')).toBeTruthy()
  await vi.waitFor(async () => expect((await findRow('Notification 1')).getByText(/^Unread/)).toBeTruthy())
  expect(await screen.findByText('1 unread')).toBeTruthy()
})

test('a notification that waits to be marked read says so, and stays read when the list is read again', async () => {
  const server = contractServer()
  server.reply(listNotifications, listOf(sampleNotification(1), sampleNotification(2)))
  server.refuse(markRead, 503, 'server.unavailable')
  renderScreen(server, '/notifications')
  await userEvent.click((await findRow('Notification 1')).getByRole('button', { name: 'Mark read' }))
  expect(await (await findRow('Notification 1')).findByText('Waiting for connection')).toBeTruthy()
  await vi.waitFor(() => expect(server.calls(markRead)).toHaveLength(1))
  const read = server.calls(listNotifications).length
  await act(() => queryCache.invalidateQueries())
  expect(server.calls(listNotifications)).toHaveLength(read + 1)
  const row = await findRow('Notification 1')
  expect([row.queryByText(/^Unread/), row.queryByText('Waiting for connection')]).toEqual([null, expect.anything()])
  expect((await findRow('Notification 2')).queryByText('Waiting for connection')).toBeNull()
  server.reply(markRead, { unread: 1, version: 3 })
  act(() => void dispatchEvent(new Event('online')))
  await vi.waitFor(async () =>
    expect((await findRow('Notification 1')).queryByText('Waiting for connection')).toBeNull(),
  )
  expect((await findRow('Notification 1')).queryByText(/^Unread/)).toBeNull()
})
