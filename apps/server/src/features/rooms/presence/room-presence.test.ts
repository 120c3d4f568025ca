import { readRoom } from '@veranda/contract/rooms/routes.ts'
import { instant, minute, second, toIso } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser } from '../../../testing/test-app.ts'
import { freeTalk, monday, type BookingScenario, bookingScenario } from '../../bookings/testing/booking-scenario.ts'
import { authorizeEntry } from '../access/entry-access.ts'
import { saveSilence } from '../access/silence-user.ts'
import * as presence from './room-presence.ts'

let story: BookingScenario
let roomId: string
let client: TestUser
let creator: TestUser
const start = instant(monday + 24 * 60 * minute)
beforeAll(async () => {
  story = await bookingScenario()
  const creatorWithServices = await story.creator([freeTalk])
  const [service] = creatorWithServices.services
  if (!service) throw new Error('a creator without a service')
  creator = creatorWithServices.user
  client = await story.t.createUser('Clara')
  roomId = (await story.book(client, service, toIso(start))).id
  await story.goTo(instant(start - minute))
})
afterAll(() => story.t.close())

const secondsAfterStart = (seconds: number) => instant(start + seconds * second)
const recordJoin = (user: TestUser, when: number) =>
  story.t.transact((tx) => presence.recordJoin(tx, roomId, user.id, secondsAfterStart(when)))
const markNodeLost = (when: number) =>
  story.t.transact((tx) => presence.markNodeLost(tx, roomId, secondsAfterStart(when)))
const endLostVisits = () => story.t.transact((tx) => presence.endLostVisits(tx, roomId))
const seconds = (moment: number | null) => moment && (moment - start) / second

/** Returns the visits of a user as stored by the room and by the booking, in seconds after the start. */
async function storedVisits(user: TestUser) {
  await story.runUntilIdle()
  const visits = await story.t.deps.db.selectFrom('room_visits').selectAll().where('user_id', '=', user.id).execute()
  const presence = await story.t.deps.db
    .selectFrom('booking_presence')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('booking_id', '=', roomId)
    .execute()
  return [visits, presence].map((rows) =>
    rows.map(({ entered_at, left_at }) => [seconds(entered_at), seconds(left_at)]),
  )
}

test('a user who reconnects to another node never left; one who does not has left when the first node was last seen', async () => {
  await recordJoin(client, -40)
  await recordJoin(creator, -30)
  await markNodeLost(-20)
  await recordJoin(client, -17)
  await endLostVisits()
  expect(await storedVisits(client)).toEqual([[[-40, null]], [[-40, null]]])
  expect(await storedVisits(creator)).toEqual([[[-30, -20]], [[-30, -20]]])
  const { users } = (await story.t.injectAs(client, readRoom, { params: { id: roomId } })).reply
  expect(users.map(({ party, inside }) => [party, inside])).toEqual([
    ['client', true],
    ['creator', false],
  ])
  const events = await story.t.deps.db.selectFrom('events').select('type').where('type', '=', 'room.failed').execute()
  expect(events).toEqual([])
  const booking = story.t.deps.db.selectFrom('bookings').select('room_fault').where('id', '=', roomId)
  expect(await booking.executeTakeFirst()).toEqual({ room_fault: false })
})

test('two nodes lost in a row: each user has left when their node was last seen', async () => {
  await recordJoin(creator, -15)
  await markNodeLost(-10)
  await recordJoin(client, -9)
  await markNodeLost(-6)
  await endLostVisits()
  expect((await storedVisits(creator))[0]).toContainEqual([-15, -10])
  expect((await storedVisits(client))[0]).toEqual([[-40, -6]])
  // A later join is a separate visit.
  await recordJoin(client, -3)
  expect((await storedVisits(client))[0]).toContainEqual([-3, null])
})

test('a room that no one came back to was left when its node was last seen, and the fault is ours', async () => {
  await markNodeLost(-2)
  await story.t.transact((tx) => presence.endVisitsOfFailedRooms(tx, [roomId], secondsAfterStart(20)))
  expect((await storedVisits(client))[0]).toContainEqual([-3, -2])
  const booking = story.t.deps.db.selectFrom('bookings').select('room_fault').where('id', '=', roomId)
  expect(await booking.executeTakeFirst()).toEqual({ room_fault: true })
})

test('a silenced user stays silenced until a host lets them speak', async () => {
  const silence = (silenced: boolean) =>
    story.t.transact((tx) =>
      saveSilence(tx, roomId, { userId: creator.id, byId: client.id, silenced }, secondsAfterStart(0)),
    )
  const readAccess = () => authorizeEntry(story.t.deps.db, roomId, creator.id, secondsAfterStart(0))
  expect(await readAccess()).toMatchObject({ silenced: false })
  await silence(true)
  await silence(true)
  expect(await readAccess()).toMatchObject({ silenced: true, role: 'host' })
  await silence(false)
  expect(await readAccess()).toMatchObject({ silenced: false })
})
