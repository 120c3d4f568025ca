import * as commissions from '@veranda/contract/commissions/routes.ts'
import * as pins from '@veranda/contract/commissions/pins/routes.ts'
import { type AddPinBody } from '@veranda/contract/commissions/pins/schemas.ts'
import { roomChanged } from '@veranda/contract/rooms/events.ts'
import * as rooms from '@veranda/contract/rooms/routes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLamp } from '../../../seed/assets/lamp.ts'
import { makeChair } from '../../../seed/assets/chair.ts'
import { readStream } from '../../platform/events/streams.ts'
import { type TestUser, testApp, type TestApp } from '../../testing/test-app.ts'
import { uploadConvertedModel } from '../../platform/assets/testing/upload-converted-model.ts'
import { createParties, CommissionScenario, uploadImage } from '../commissions/testing/commission-scenario.ts'

let t: TestApp
let client: TestUser
let creator: TestUser
let guest: TestUser
let stranger: TestUser
let id: string
let assetId: string
beforeAll(async () => {
  t = await testApp()
  const parties = await createParties(t)
  client = parties.client
  creator = parties.creator
  guest = await t.createUser('Gus Guest')
  stranger = await t.createUser('Stella')
  const story = new CommissionScenario(t, parties)
  await story.fundFirstMilestone()
  id = story.projectId
  assetId = (await uploadConvertedModel(t, creator, 'lamp.glb', await makeLamp())).id
  const { id: milestoneId } = await story.milestone()
  const body = { notes: 'A lamp', assetIds: [assetId], fileIds: [await uploadImage(t, creator)] }
  const added = (await t.injectAs(creator, commissions.addDeliverable, { params: { id: milestoneId }, body })).reply
  const version = added.deliverables.at(-1)
  const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
  await t.injectAs(creator, commissions.submitMilestone, { params: { id: milestoneId }, body: named })
  await t.runUntilIdle()
})
afterAll(() => t.close())

const read = (who: TestUser) => t.injectAs(who, rooms.readRoom, { params: { id } })
const versions = (who: TestUser) => t.injectAs(who, rooms.listRoomVersions, { params: { id } })
const model = async (who: TestUser, what = 'model') =>
  (await t.app.http.inject({ method: 'GET', url: `/api/assets/${assetId}/${what}`, headers: { cookie: who.cookie } }))
    .statusCode
const set = (who: TestUser, key: string, expected: number, value: Record<string, unknown> | null) =>
  t.injectAs(who, rooms.setRoomRecord, { params: { id, key }, body: { expected, value } })
const invite = async (who: TestUser) => {
  const { path } = (await t.injectAs(who, rooms.inviteToRoom, { params: { id } })).reply
  return path.split('#invite=')[1] ?? ''
}
const enter = (who: TestUser, token: string) =>
  t.injectAs(who, rooms.acceptRoomInvite, { params: { id }, body: { token } })
const placement = { position: [0, 0, -2], yaw: 0.5, size: { kind: 'true' } }

test('the parties of a project are hosts of its room; for strangers it does not exist', async () => {
  expect((await read(client)).reply).toMatchObject({
    id,
    state: 'open',
    viewerRole: 'host',
    subject: { kind: 'project', projectId: id },
  })
  expect((await read(creator)).reply.users.map(({ party, role, inside }) => [party, role, inside])).toEqual([
    ['client', 'host', false],
    ['creator', 'host', false],
  ])
  for (const route of [rooms.readRoom, rooms.readRoomEndpoint, rooms.listRoomVersions, rooms.readRoomRecords]) {
    expect((await t.injectAs(stranger, route, { params: { id } })).status).toBe(404)
  }
  expect((await set(stranger, 'placement', 0, placement)).status).toBe(404)
  expect((await t.injectAs(stranger, rooms.inviteToRoom, { params: { id } })).status).toBe(404)
})

test('an invite link admits guests for a day; a new link revokes the old one, and a removed user stays out', async () => {
  const old = await invite(client)
  const token = await invite(creator)
  expect((await enter(guest, old)).problem.code).toBe('room.invite-expired')
  expect((await enter(guest, token)).reply).toMatchObject({ viewerRole: 'guest', actions: [] })
  expect((await read(client)).reply.users.map(({ user, role }) => [user.id, role])).toContainEqual([guest.id, 'guest'])
  expect((await enter(client, token)).reply.viewerRole).toBe('host')
  expect([await model(guest), await model(guest, 'source'), await model(stranger)]).toEqual([200, 404, 404])
  expect((await t.injectAs(guest, rooms.inviteToRoom, { params: { id } })).status).toBe(403)

  const out = { params: { id, userId: guest.id } }
  expect((await t.injectAs(guest, rooms.removeRoomUser, out)).status).toBe(403)
  const left: unknown[] = []
  const unwatch = t.deps.commitSignals.on((touched) => left.push(...(touched.streamRevocations ?? [])))
  expect((await t.injectAs(client, rooms.removeRoomUser, out)).status).toBe(200)
  unwatch()
  // Their sockets leave the room's stream with the commit.
  expect(left).toEqual([{ stream: { kind: 'room', id }, userId: guest.id }])
  expect([(await read(guest)).status, (await enter(guest, token)).status, await model(guest)]).toEqual([404, 404, 404])
  await t.advance(day + 1)
  expect((await enter(stranger, token)).problem.code).toBe('room.invite-expired')
})

test('a host promotes a guest to host and demotes them; the parties stay hosts', async () => {
  const gina = await t.createUser('Gina')
  await enter(gina, await invite(client))
  const change = (who: TestUser, other: TestUser, role: 'host' | 'guest') =>
    t.injectAs(who, rooms.changeRoomRole, { params: { id, userId: other.id }, body: { role } })
  expect((await set(gina, 'placement', 0, placement)).status).toBe(403)
  expect((await change(gina, gina, 'host')).status).toBe(403)
  expect((await change(client, gina, 'host')).status).toBe(200)
  expect((await set(gina, 'note:from-gina', 0, { text: 'Higher', position: [0, 1, 0], yaw: 0 })).status).toBe(200)
  expect((await change(creator, gina, 'guest')).status).toBe(200)
  expect((await set(gina, 'note:from-gina', 1, null)).status).toBe(403)
  expect((await change(client, creator, 'guest')).problem.code).toBe('room.party-stays-host')
  expect((await t.injectAs(client, rooms.removeRoomUser, { params: { id, userId: creator.id } })).problem.code).toBe(
    'room.party-stays-host',
  )
  expect((await change(client, stranger, 'host')).status).toBe(404)
})

/** Returns the body of a pin as a party sets it. */
function pinOn(version: RoomVersion | undefined): AddPinBody {
  const up = { x: 0, y: 1, z: 0 }
  return {
    deliverableId: version?.deliverableId ?? '',
    assetId,
    part: 'Shade',
    position: up,
    normal: up,
    view: {
      eye: [1, 1, 1],
      target: [0, 0, 0],
      settings: { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio', sizes: false },
    },
    text: 'Brighter',
    change: false,
  }
}

test('the steps sent with each user of a room are exactly those that are accepted', async () => {
  const visitor = await t.createUser('Vera Visitor')
  const { path } = (await t.injectAs(client, rooms.inviteToRoom, { params: { id } })).reply
  const body = { token: path.split('invite=')[1] ?? '' }
  await t.injectAs(visitor, rooms.acceptRoomInvite, { params: { id }, body })
  for (const viewer of [client, visitor]) {
    const { users } = (await read(viewer)).reply
    expect(users.length).toBeGreaterThan(2)
    for (const { user, role, actions } of users) {
      const params = { id, userId: user.id }
      const change = { role: role === 'host' ? 'guest' : 'host' } as const
      const changed = await t.injectAs(viewer, rooms.changeRoomRole, { params, body: change })
      expect([user.name, changed.status === 200]).toEqual([user.name, actions.includes('change-role')])
      if (changed.status === 200) await t.injectAs(viewer, rooms.changeRoomRole, { params, body: { role } })
      const removed = await t.injectAs(viewer, rooms.removeRoomUser, { params })
      expect([user.name, removed.status === 200]).toEqual([user.name, actions.includes('remove')])
      if (removed.status === 200) await t.injectAs(viewer, rooms.changeRoomRole, { params, body: { role } })
    }
  }
  await t.injectAs(client, rooms.removeRoomUser, { params: { id, userId: visitor.id } })
})

test('the room lists its versions and what the reader may decide on them', async () => {
  const [version] = (await versions(client)).reply.items
  expect(version).toMatchObject({
    number: 1,
    assets: [{ id: assetId, name: 'lamp.glb' }],
    flatAssets: [{ name: 'front.webp' }],
    actions: ['request-changes', 'approve', 'pin', 'pin-change-request'],
    milestone: { price: { amount: 100_000, currency: 'EUR' } },
  })
  expect((await versions(creator)).reply.items[0]?.actions).toEqual(['withdraw-submission', 'pin'])
  const gil = await t.createUser('Gil')
  await enter(gil, await invite(client))
  expect((await versions(gil)).reply.items[0]).toMatchObject({
    actions: [],
    flatAssets: [],
    milestone: { price: null },
  })
  const milestoneId = version?.milestone.id ?? ''
  const body = { deliverableId: version?.deliverableId ?? '', hash: version?.hash ?? '', expected: 0 }
  expect((await t.injectAs(gil, commissions.approveMilestone, { params: { id: milestoneId }, body })).status).toBe(404)
})

/** Returns the changes of the room that a user's other tabs received. */
const roomChangesOf = async ({ id: userId }: TestUser) =>
  (await readStream(t.deps.db, { kind: 'user', id: userId })).filter(
    ({ name, payload }) => name === roomChanged.name && payload['id'] === id,
  )

test('a changed version is a change of the room, with its version, for everyone who may enter', async () => {
  const visitor = await t.createUser('Gal')
  await enter(visitor, await invite(client))
  await t.runUntilIdle()
  const users = [client, creator, visitor]
  const before = await Promise.all(users.map(async (user) => (await roomChangesOf(user)).length))
  const [version] = (await versions(client)).reply.items
  const milestoneId = version?.milestone.id ?? ''
  const body = { expected: version?.milestone.version ?? 0 }
  expect(
    (await t.injectAs(creator, commissions.withdrawSubmission, { params: { id: milestoneId }, body })).status,
  ).toBe(200)
  await t.runUntilIdle()
  for (const [index, user] of users.entries()) {
    const changes = await roomChangesOf(user)
    expect(changes).toHaveLength((before[index] ?? 0) + 1)
    const numbers = changes.map(({ payload }) => Number(payload['version']))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  }
})

test('a version that awaits no decision can still be viewed', async () => {
  const actions = async (who: TestUser) => (await versions(who)).reply.items.map((version) => version.actions)
  expect([await actions(client), await actions(creator)]).toEqual([
    [['pin', 'pin-change-request']],
    [['submit', 'pin']],
  ])
})

test('a pin is a change of the room, and another when it is carried over to a later version', async () => {
  const [version] = (await versions(client)).reply.items
  const milestoneId = version?.milestone.id ?? ''
  const params = { id: milestoneId }
  await t.injectAs(creator, commissions.addDeliverable, { params, body: { notes: 'Once more', assetIds: [assetId] } })
  await t.runUntilIdle()
  const before = (await roomChangesOf(creator)).length
  const body = pinOn(version)
  expect((await t.injectAs(client, pins.addPin, { params, body })).status).toBe(200)
  await t.runUntilIdle()
  expect((await roomChangesOf(creator)).length).toBe(before + 2)
})

test('a guest of the room cannot set a pin by HTTP, even as a host: it is refused and nothing is written', async () => {
  const grace = await t.createUser('Grace')
  await enter(grace, await invite(client))
  // The newest version, as listed for the guest.
  const version = (await versions(grace)).reply.items.at(-1)
  const call = { params: { id: version?.milestone.id ?? '' }, body: pinOn(version) }
  const written = async () => {
    const { count } = t.deps.db.fn
    const all = await t.deps.db.selectFrom('pins').select(count<number>('id').as('pins')).executeTakeFirstOrThrow()
    const events = await t.deps.db
      .selectFrom('events')
      .select(count<number>('id').as('pins'))
      .where('type', 'like', 'pin.%')
      .executeTakeFirstOrThrow()
    return [all.pins, events.pins, (await readStream(t.deps.db, { kind: 'room', id })).length]
  }
  const tries = async () => {
    const before = await written()
    const { status, problem } = await t.injectAs(grace, pins.addPin, call)
    await t.runUntilIdle()
    expect(await written()).toEqual(before)
    return [status, problem.code]
  }
  expect(await tries()).toEqual([404, 'milestone.not-found'])
  const promotion = { params: { id, userId: grace.id }, body: { role: 'host' as const } }
  expect((await t.injectAs(client, rooms.changeRoomRole, promotion)).status).toBe(200)
  expect(await tries()).toEqual([404, 'milestone.not-found'])
  // The same request succeeds for a party.
  expect((await t.injectAs(client, pins.addPin, call)).status).toBe(200)
})

test('a draft is visible to its creator only, in the list and by its URL', async () => {
  const gwen = await t.createUser('Gwen')
  await enter(gwen, await invite(client))
  const draft = (await uploadConvertedModel(t, creator, 'draft.glb', await makeChair(1))).id
  const milestoneId = (await versions(creator)).reply.items[0]?.milestone.id ?? ''
  const body = { notes: 'Not yet', assetIds: [draft] }
  expect(
    (await t.injectAs(creator, commissions.addDeliverable, { params: { id: milestoneId }, body })).status,
  ).toBeLessThan(300)
  const listed = async (who: TestUser) =>
    (await versions(who)).reply.items.some((version) => version.assets.some((asset) => asset.id === draft))
  expect([await listed(creator), await listed(client), await listed(gwen)]).toEqual([true, false, false])
  const url = `/api/assets/${draft}/model`
  const got = await t.app.http.inject({ method: 'GET', url, headers: { cookie: gwen.cookie } })
  expect(got.statusCode).toBe(404)
})

test('a creator who has left the project is no longer a host of its room', async () => {
  const members = t.deps.db
    .updateTable('project_members')
    .where('project_id', '=', id)
    .where('user_id', '=', creator.id)
  await members.set({ left_at: new Date() }).execute()
  expect((await read(creator)).status).toBe(404)
  await members.set({ left_at: null }).execute()
  expect((await read(creator)).reply.viewerRole).toBe('host')
})
