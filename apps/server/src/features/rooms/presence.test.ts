import { readRoom } from '@veranda/contract/rooms/routes.ts'
import { instant, minute, second, toIso } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person } from '../../testing/test-app.ts'
import { freeTalk, monday, type SessionStory, sessionStory } from '../bookings/testing/session-story.ts'
import { roomDoor } from './door.ts'

let s: SessionStory
let id: string
let client: Person
let creator: Person
const start = instant(monday + 24 * 60 * minute)
beforeAll(async () => {
  s = await sessionStory()
  const made = await s.creator([freeTalk])
  const [service] = made.services
  if (!service) throw new Error('a creator without a service')
  creator = made.person
  client = await s.t.person('Clara')
  id = (await s.book(client, service, toIso(start))).id
  await s.goTo(instant(start - minute))
})
afterAll(() => s.t.close())

const at = (seconds: number) => instant(start + seconds * second)
const came = (who: Person, when: number) => s.t.transact((tx) => roomDoor.came(tx, id, who.id, at(when)))
const lost = (when: number) => s.t.transact((tx) => roomDoor.lost(tx, id, at(when)))
const settled = () => s.t.transact((tx) => roomDoor.settled(tx, id))
const seconds = (moment: number | null) => moment && (moment - start) / second

/** When whom was inside, as it is kept and as the booking was told. */
async function kept(who: Person) {
  await s.rest()
  const visits = await s.t.deps.db.selectFrom('room_visits').selectAll().where('person_id', '=', who.id).execute()
  const presence = await s.t.deps.db
    .selectFrom('booking_presence')
    .selectAll()
    .where('person_id', '=', who.id)
    .where('booking_id', '=', id)
    .execute()
  return [visits, presence].map((rows) => rows.map(({ came_at, left_at }) => [seconds(came_at), seconds(left_at)]))
}

test('who comes back to another node was there all along; who does not has left when the first was last seen', async () => {
  await came(client, -40)
  await came(creator, -30)
  await lost(-20)
  await came(client, -17)
  await settled()
  expect(await kept(client)).toEqual([[[-40, null]], [[-40, null]]])
  expect(await kept(creator)).toEqual([[[-30, -20]], [[-30, -20]]])
  const { people } = (await s.t.injectAs(client, readRoom, { params: { id } })).reply
  expect(people.map(({ party, inside }) => [party, inside])).toEqual([
    ['client', true],
    ['creator', false],
  ])
  const events = await s.t.deps.db.selectFrom('events').select('type').where('type', '=', 'room.failed').execute()
  expect(events).toEqual([])
  const booking = s.t.deps.db.selectFrom('bookings').select('room_fault').where('id', '=', id)
  expect(await booking.executeTakeFirst()).toEqual({ room_fault: false })
})

test('two nodes lost one after the other: everybody has left when the node they were on was last seen', async () => {
  await came(creator, -15)
  await lost(-10)
  await came(client, -9)
  await lost(-6)
  await settled()
  expect((await kept(creator))[0]).toContainEqual([-15, -10])
  expect((await kept(client))[0]).toEqual([[-40, -6]])
  // Coming later is a visit of its own.
  await came(client, -3)
  expect((await kept(client))[0]).toContainEqual([-3, null])
})

test('a room that nobody came back to was left when its node was last seen, and that is our fault', async () => {
  await lost(-2)
  await s.t.transact((tx) => roomDoor.abandoned(tx, [id], at(20)))
  expect((await kept(client))[0]).toContainEqual([-3, -2])
  const booking = s.t.deps.db.selectFrom('bookings').select('room_fault').where('id', '=', id)
  expect(await booking.executeTakeFirst()).toEqual({ room_fault: true })
})

test('whom a host silenced is kept, once, until a host lets them speak', async () => {
  const silence = (silenced: boolean) =>
    s.t.transact((tx) => roomDoor.silence(tx, id, { personId: creator.id, byId: client.id, silenced }, at(0)))
  const standing = () => roomDoor.standing(s.t.deps.db, id, creator.id, at(0))
  expect(await standing()).toMatchObject({ silenced: false })
  await silence(true)
  await silence(true)
  expect(await standing()).toMatchObject({ silenced: true, role: 'host' })
  await silence(false)
  expect(await standing()).toMatchObject({ silenced: false })
})
