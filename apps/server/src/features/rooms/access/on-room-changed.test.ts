import { roomChanged } from '@veranda/contract/rooms/events.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { readStream } from '../../../platform/events/streams.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { onRoomOpeningChanged } from './on-room-changed.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [{ name: 'rooms', eventHandlers: [onRoomOpeningChanged] }] })
})
afterAll(() => app.close())

/** Each step of a session or a project by which its room opens, moves or closes. */
const openings = [
  'booking.confirmed',
  'booking.declined',
  'booking.expired',
  'booking.withdrawn',
  'booking.moved',
  'booking.cancelled',
  'booking.started',
  'booking.completed',
  'booking.no-show',
  'project.activated',
  'project.completed',
  'project.cancelled',
]

test('each step that opens, moves or closes a room reaches its guests, and none who was removed', async () => {
  const [guest, removed] = [await app.createUser('Gus Guest'), await app.createUser('Rita Removed')]
  const { db, ids } = app.deps
  const roomId = ids.next()
  const at = app.clock.now()
  const times = { created_at: new Date(at), updated_at: new Date(at) }
  const client = await app.createUser('Carla Client')
  const project = { id: roomId, client_id: client.id, title: 'A lobby', brief: 'For our office', ...times }
  await db
    .insertInto('projects')
    .values({ ...project, state: 'active' })
    .execute()
  await db
    .insertInto('rooms')
    .values({ id: roomId, project_id: roomId, created_at: new Date(at) })
    .execute()
  const role = { room_id: roomId, role: 'guest' as const }
  await db
    .insertInto('room_users')
    .values([
      { ...role, user_id: guest.id, removed_at: null },
      { ...role, user_id: removed.id, removed_at: new Date(at) },
    ])
    .execute()
  await app.transact(async (tx) => {
    for (const type of [...openings, 'booking.reminded', 'project.opened']) {
      const kind = type.startsWith('booking.') ? 'booking' : 'project'
      const data = { [`${kind}Id`]: roomId }
      await appendEvent(tx, { type, subject: { kind, id: roomId }, actor: null, at, data })
    }
  })
  await app.runUntilIdle()
  const events = await db.selectFrom('events').select(['type', 'position']).execute()
  const typeAt = new Map(events.map(({ type, position }) => [position, type]))
  const received = (await readStream(db, { kind: 'user', id: guest.id })).map(({ name, payload }) => {
    expect([name, payload['id']]).toEqual([roomChanged.name, roomId])
    return typeAt.get(Number(payload['version']))
  })
  expect(received).toEqual(openings)
  expect(await readStream(db, { kind: 'user', id: removed.id })).toEqual([])
})
