import { roomChanged } from '@veranda/contract/rooms/events.ts'
import * as rooms from '@veranda/contract/rooms/routes.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import * as commissions from '@veranda/contract/commissions/routes.ts'
import { instant, minute, toIso } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../../platform/events/streams.ts'
import { type TestUser } from '../../../testing/test-app.ts'
import { freeTalk, monday, type BookingScenario, bookingScenario } from '../../bookings/testing/booking-scenario.ts'
import { addVersion, chair } from '../../commissions/testing/pin-scenario.ts'
import { makeCreator, CommissionScenario } from '../../commissions/testing/commission-scenario.ts'

let bookingStory: BookingScenario
let client: TestUser
let creator: TestUser
let commissionStory: CommissionScenario
let assetId: string
let params: { id: string }
const start = instant(monday + 24 * 60 * minute)
beforeAll(async () => {
  bookingStory = await bookingScenario()
  const promotion = await bookingStory.creator([freeTalk])
  const [service] = promotion.services
  if (!service) throw new Error('a creator without a service')
  creator = promotion.user
  client = await bookingStory.t.createUser('Clara')
  await makeCreator(bookingStory.t, creator)
  commissionStory = new CommissionScenario(bookingStory.t, { client, creator })
  await commissionStory.fundFirstMilestone()
  params = { id: (await bookingStory.book(client, service, toIso(start))).id }
  assetId = (await addVersion(commissionStory, chair(0.45))).assetId
  await submitVersion()
})
afterAll(() => bookingStory.t.close())

async function submitVersion(): Promise<void> {
  const { id, version } = await commissionStory.milestone()
  const row = bookingStory.t.deps.db.selectFrom('deliverables').select(['id', 'hash']).where('milestone_id', '=', id)
  const { id: deliverableId, hash } = await row.executeTakeFirstOrThrow()
  const body = { deliverableId, hash, expected: version }
  await bookingStory.t.injectAs(creator, commissions.submitMilestone, { params: { id }, body })
}

async function withdrawVersion(): Promise<void> {
  const { id, version: expected } = await commissionStory.milestone()
  await bookingStory.t.injectAs(creator, commissions.withdrawSubmission, { params: { id }, body: { expected } })
}

/** Returns how many changes of the session's room a step publishes to a user. */
async function countRoomChanges({ id }: TestUser, step: () => Promise<void>): Promise<number> {
  const read = async () => {
    await bookingStory.t.runUntilIdle()
    const stream = await readStream(bookingStory.t.deps.db, { kind: 'user', id })
    return stream.filter(({ name, payload }) => name === roomChanged.name && payload['id'] === params.id).length
  }
  const before = await read()
  await step()
  return (await read()) - before
}

const createInvite = async () =>
  (await bookingStory.t.injectAs(client, rooms.inviteToRoom, { params })).reply.path.split('=')[1] ?? ''
const acceptInvite = (user: TestUser, token: string) =>
  bookingStory.t.injectAs(user, rooms.acceptRoomInvite, { params, body: { token } })
const visibleAssets = async (user: TestUser) => {
  const { items } = (await bookingStory.t.injectAs(user, rooms.listRoomVersions, { params })).reply
  return [items.length, (await bookingStory.t.injectAs(user, readAsset, { params: { id: assetId } })).status]
}

test('a host can let a removed guest back in, and only hosts see who was removed', async () => {
  const [hana, helper] = [await bookingStory.t.createUser('Hana'), await bookingStory.t.createUser('Helper')]
  for (const user of [hana, helper]) await acceptInvite(user, await createInvite())
  const userParams = { ...params, userId: hana.id }
  const read = (user: TestUser) => bookingStory.t.injectAs(user, rooms.readRoom, { params })
  const removed = async (user: TestUser) => (await read(user)).reply.removedUsers.map(({ id }) => id)
  expect((await bookingStory.t.injectAs(client, rooms.removeRoomUser, { params: userParams })).status).toBe(200)
  expect([await removed(creator), await removed(helper)]).toEqual([[hana.id], []])
  expect((await acceptInvite(hana, await createInvite())).status).toBe(404)
  const restoreAccess = (user: TestUser) =>
    bookingStory.t.injectAs(user, rooms.changeRoomRole, { params: userParams, body: { role: 'guest' as const } })
  expect([(await restoreAccess(helper)).status, (await restoreAccess(creator)).status]).toEqual([403, 200])
  expect((await read(hana)).reply.viewerRole).toBe('guest')
  // Not even a guest who was made a host has the parties' chat, or a way to their booking.
  const hosts = { params: userParams, body: { role: 'host' as const } }
  await bookingStory.t.injectAs(creator, rooms.changeRoomRole, hosts)
  const promoted = (await read(hana)).reply
  expect([promoted.actions.includes('moderate'), promoted.actions.includes('chat'), promoted.homeUrl]).toEqual([
    true,
    false,
    null,
  ])
  const party = (await read(client)).reply
  expect([party.actions.includes('chat'), party.homeUrl]).toEqual([true, `/booking/confirm/${params.id}`])
  expect(await removed(creator)).toEqual([])
})

test('a version of the two parties changes the room of a session that is to come, for its guests too', async () => {
  const guest = await bookingStory.t.createUser('Gia')
  await acceptInvite(guest, await createInvite())
  for (const user of [client, creator, guest]) {
    expect([await countRoomChanges(user, withdrawVersion), await countRoomChanges(user, submitVersion)]).toEqual([1, 1])
  }
})

test('guests of a session, promoted to host or not, see its assets until it is over; the two parties keep access', async () => {
  const [gus, hana] = [await bookingStory.t.createUser('Gus'), await bookingStory.t.createUser('Hana')]
  await bookingStory.goTo(instant(start - minute))
  const token = await createInvite()
  for (const user of [gus, hana]) expect((await acceptInvite(user, token)).status).toBe(200)
  const promotion = { params: { ...params, userId: hana.id }, body: { role: 'host' as const } }
  await bookingStory.t.injectAs(client, rooms.changeRoomRole, promotion)
  for (const user of [gus, hana, client]) expect(await visibleAssets(user)).toEqual([1, 200])
  await bookingStory.goTo(instant(start + 31 * minute))
  for (const user of [gus, hana]) expect(await visibleAssets(user)).toEqual([0, 404])
  expect(await visibleAssets(client)).toEqual([1, 200])
  const late = await bookingStory.t.createUser('Late')
  expect((await acceptInvite(late, token)).problem.code).toBe('room.over')
  expect((await bookingStory.t.injectAs(late, rooms.readRoom, { params })).status).toBe(404)
})

test('a session that is over and empty is not changed by later versions', async () => {
  expect(await countRoomChanges(client, withdrawVersion)).toBe(0)
})
