import { io, type Socket } from 'socket.io-client'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type Person, type TestApp } from '../../testing/test-app.ts'
import { notificationsFeature } from './feature.ts'
import { happens, submitted } from './testing/happenings.ts'

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

type Heard = { name: string; payload: Record<string, unknown> }

function connect(who: Person): { socket: Socket; heard: Heard[] } {
  const socket = io(address, {
    transports: ['websocket'],
    auth: { token: who.token },
    extraHeaders: { cookie: who.cookie },
    forceNew: true,
  })
  const heard: Heard[] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => heard.push({ name, payload }))
  sockets.push(socket)
  return { socket, heard }
}

const counts = (heard: Heard[]) => heard.filter(({ name }) => name === 'unread_count').map(({ payload }) => payload)

test('all sockets of a person hear the count on connect, each notification once, and each change of the count', async () => {
  const [client, creator] = [await app.person('Clio Client'), await app.person('Cora Creator')]
  const [a, b, hers] = [connect(client), connect(client), connect(creator)]
  await vi.waitUntil(() => [a, b, hers].every(({ heard }) => counts(heard).length === 1))
  expect(counts(a.heard)).toEqual([{ count: 0, messages: 0, version: 0 }])

  await happens(app, creator, submitted(client, creator, 'One'))
  await happens(app, creator, submitted(client, creator, 'Two'))
  await vi.waitUntil(() => [a, b].every(({ heard }) => counts(heard).length === 3))
  for (const { heard } of [a, b]) {
    const told = heard.filter(({ name }) => name === 'milestone_update').map(({ payload }) => payload['title'])
    expect(told).toEqual(['“One” is ready for your review', '“Two” is ready for your review'])
  }
  const { items } = (await app.injectAs(client, routes.listNotifications)).reply

  // The bare id and the object are both understood; without an acknowledgement, too.
  expect(await a.socket.timeout(5_000).emitWithAck('notification:read', items[0]?._id)).toMatchObject({
    ok: true,
    unread: 1,
  })
  b.socket.emit('notification:read', { id: items[1]?._id })
  await vi.waitUntil(() => [a, b].every(({ heard }) => counts(heard).at(-1)?.['count'] === 0))
  const versions = counts(b.heard).map((payload) => Number(payload['version']))
  expect(versions).toEqual(versions.toSorted((x, y) => x - y))
  expect(counts(hers.heard)).toHaveLength(1)
})

test('what is not one’s own is refused in the acknowledgement, or as an error event without one', async () => {
  const [client, creator] = [await app.person('Clio Client'), await app.person('Cora Creator')]
  await happens(app, creator, submitted(client, creator))
  const { items } = await vi.waitUntil(async () => {
    const { reply } = await app.injectAs(client, routes.listNotifications)
    return reply.items.length > 0 && reply
  })
  const id = items[0]?._id
  const { socket, heard } = connect(creator)
  expect(await socket.timeout(5_000).emitWithAck('notification:read', { id })).toMatchObject({
    ok: false,
    error: { code: 'notification.not-found' },
  })
  socket.emit('notification:read', 'not an id')
  await vi.waitUntil(() => heard.some(({ name }) => name === 'error'))
  expect(heard.find(({ name }) => name === 'error')?.payload).toMatchObject({
    code: 'request.invalid',
    event: 'notification:read',
  })
  expect((await app.injectAs(client, routes.listNotifications)).reply.unread).toBe(1)
})
