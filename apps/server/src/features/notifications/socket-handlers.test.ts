import { io, type Socket } from 'socket.io-client'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestUser, type TestApp } from '../../testing/test-app.ts'
import { notificationsFeature } from './feature.ts'
import { appendSampleEvent, milestoneSubmitted } from './testing/sample-events.ts'

let app: TestApp
let address: string
const sockets: Socket[] = []

beforeAll(async () => {
  app = await testApp({ features: [notificationsFeature] })
  address = await app.listen()
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app.close()
})

type ReceivedEvent = { name: string; payload: Record<string, unknown> }

function connect(who: TestUser): { socket: Socket; received: ReceivedEvent[] } {
  const socket = io(address, {
    transports: ['websocket'],
    auth: { token: who.token },
    extraHeaders: { cookie: who.cookie },
    forceNew: true,
  })
  const received: ReceivedEvent[] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => received.push({ name, payload }))
  sockets.push(socket)
  return { socket, received }
}

const counts = (received: ReceivedEvent[]) =>
  received.filter(({ name }) => name === 'unread_count').map(({ payload }) => payload)

test('every socket of a user receives the count on connect, each notification once, and each change of the count', async () => {
  const [client, creator] = [await app.createUser('Clio Client'), await app.createUser('Cora Creator')]
  const [a, b, creatorSocket] = [connect(client), connect(client), connect(creator)]
  await vi.waitUntil(() => [a, b, creatorSocket].every(({ received }) => counts(received).length === 1), {
    timeout: 10_000,
  })
  expect(counts(a.received)).toEqual([{ count: 0, messages: 0, version: 0 }])

  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator, 'One'))
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator, 'Two'))
  await vi.waitUntil(() => [a, b].every(({ received }) => counts(received).length === 3), { timeout: 10_000 })
  for (const { received } of [a, b]) {
    const titles = received.filter(({ name }) => name === 'milestone_update').map(({ payload }) => payload['title'])
    expect(titles).toEqual(['“One” is ready for your review', '“Two” is ready for your review'])
  }
  const { items } = (await app.injectAs(client, routes.listNotifications)).reply

  // Both the bare id and the object are accepted, with or without an acknowledgement.
  expect(await a.socket.timeout(5_000).emitWithAck('notification:read', items[0]?._id)).toMatchObject({
    ok: true,
    unread: 1,
  })
  b.socket.emit('notification:read', { id: items[1]?._id })
  await vi.waitUntil(() => [a, b].every(({ received }) => counts(received).at(-1)?.['count'] === 0), {
    timeout: 10_000,
  })
  const versions = counts(b.received).map((payload) => Number(payload['version']))
  expect(versions).toEqual(versions.toSorted((x, y) => x - y))
  expect(counts(creatorSocket.received)).toHaveLength(1)
})

test('another user’s notification is refused in the acknowledgement, or by an error event without one', async () => {
  const [client, creator] = [await app.createUser('Clio Client'), await app.createUser('Cora Creator')]
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator))
  const { items } = await vi.waitUntil(async () => {
    const { reply } = await app.injectAs(client, routes.listNotifications)
    return reply.items.length > 0 && reply
  })
  const id = items[0]?._id
  const { socket, received } = connect(creator)
  expect(await socket.timeout(5_000).emitWithAck('notification:read', { id })).toMatchObject({
    ok: false,
    error: { code: 'notification.not-found' },
  })
  socket.emit('notification:read', 'not an id')
  await vi.waitUntil(() => received.some(({ name }) => name === 'error'), { timeout: 10_000 })
  expect(received.find(({ name }) => name === 'error')?.payload).toMatchObject({
    code: 'request.invalid',
    event: 'notification:read',
  })
  expect((await app.injectAs(client, routes.listNotifications)).reply.unread).toBe(1)
})
