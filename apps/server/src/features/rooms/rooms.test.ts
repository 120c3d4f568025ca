import * as commissions from '@veranda/contract/commissions/routes.ts'
import * as pins from '@veranda/contract/pins/routes.ts'
import { type AddPinBody } from '@veranda/contract/pins/schemas.ts'
import * as rooms from '@veranda/contract/rooms/routes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLamp } from '../../../seed/works/lamp.ts'
import { makeRoom } from '../../../seed/works/room.ts'
import { readStream } from '../../log/stream.ts'
import { type Person, testApp, type TestApp } from '../../testing/test-app.ts'
import { uploadWork } from '../../works/testing/upload.ts'
import { pair, Story } from '../commissions/testing/story.ts'

let t: TestApp
let client: Person
let creator: Person
let guest: Person
let stranger: Person
let id: string
let workId: string
beforeAll(async () => {
  t = await testApp()
  const people = await pair(t)
  client = people.client
  creator = people.creator
  guest = await t.person('Gus Guest')
  stranger = await t.person('Stella')
  const story = new Story(t, people)
  await story.begin()
  id = story.projectId
  workId = (await uploadWork(t, creator, 'lamp.glb', await makeLamp())).id
  const { id: milestoneId } = await story.milestone()
  const body = { notes: 'A lamp', works: [workId] }
  const added = (await t.injectAs(creator, commissions.addDeliverable, { params: { id: milestoneId }, body })).reply
  const version = added.deliverables.at(-1)
  const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
  await t.injectAs(creator, commissions.submitMilestone, { params: { id: milestoneId }, body: named })
  await t.settle()
})
afterAll(() => t.close())

const read = (who: Person) => t.injectAs(who, rooms.readRoom, { params: { id } })
const works = (who: Person) => t.injectAs(who, rooms.listRoomWorks, { params: { id } })
const model = async (who: Person, what = 'model') =>
  (await t.app.http.inject({ method: 'GET', url: `/api/works/${workId}/${what}`, headers: { cookie: who.cookie } }))
    .statusCode
const set = (who: Person, key: string, expected: number, value: Record<string, unknown> | null) =>
  t.injectAs(who, rooms.setRoomRecord, { params: { id, key }, body: { expected, value } })
const invite = async (who: Person) => {
  const { path } = (await t.injectAs(who, rooms.inviteToRoom, { params: { id } })).reply
  return path.split('#invite=')[1] ?? ''
}
const enter = (who: Person, token: string) => t.injectAs(who, rooms.enterByInvite, { params: { id }, body: { token } })
const placement = { position: [0, 0, -2], yaw: 0.5, size: { kind: 'true' } }

test('the parties of a project are hosts of its room; to strangers it is absent', async () => {
  expect((await read(client)).reply).toMatchObject({ id, state: 'open', role: 'host', project: { id } })
  expect((await read(creator)).reply.people.map(({ party, role, inside }) => [party, role, inside])).toEqual([
    ['client', 'host', false],
    ['creator', 'host', false],
  ])
  for (const route of [rooms.readRoom, rooms.readRoomEndpoint, rooms.listRoomWorks, rooms.readRoomRecords]) {
    expect((await t.injectAs(stranger, route, { params: { id } })).status).toBe(404)
  }
  expect((await set(stranger, 'placement', 0, placement)).status).toBe(404)
  expect((await t.injectAs(stranger, rooms.inviteToRoom, { params: { id } })).status).toBe(404)
})

test('a link lets guests in for a day; a new one ends the old one, and who was taken out stays out', async () => {
  const old = await invite(client)
  const token = await invite(creator)
  expect((await enter(guest, old)).problem.code).toBe('room.invite-over')
  expect((await enter(guest, token)).reply).toMatchObject({ role: 'guest', may: [] })
  expect((await read(client)).reply.people.map(({ person, role }) => [person.id, role])).toContainEqual([
    guest.id,
    'guest',
  ])
  expect((await enter(client, token)).reply.role).toBe('host')
  expect([await model(guest), await model(guest, 'original'), await model(stranger)]).toEqual([200, 404, 404])
  expect((await t.injectAs(guest, rooms.inviteToRoom, { params: { id } })).status).toBe(403)

  const out = { params: { id, personId: guest.id } }
  expect((await t.injectAs(guest, rooms.removeRoomPerson, out)).status).toBe(403)
  const left: unknown[] = []
  const unwatch = t.deps.wake.on((touched) => left.push(...(touched.left ?? [])))
  expect((await t.injectAs(client, rooms.removeRoomPerson, out)).status).toBe(200)
  unwatch()
  // Their sockets leave the room's log with the commit.
  expect(left).toEqual([{ stream: { kind: 'room', id }, personId: guest.id }])
  expect([(await read(guest)).status, (await enter(guest, token)).status, await model(guest)]).toEqual([404, 404, 404])
  await t.advance(day + 1)
  expect((await enter(stranger, token)).problem.code).toBe('room.invite-over')
})

test('a host makes a guest a host and back; the parties stay what they are', async () => {
  const gina = await t.person('Gina')
  await enter(gina, await invite(client))
  const change = (who: Person, other: Person, role: 'host' | 'guest') =>
    t.injectAs(who, rooms.changeRoomPerson, { params: { id, personId: other.id }, body: { role } })
  expect((await set(gina, 'placement', 0, placement)).status).toBe(403)
  expect((await change(gina, gina, 'host')).status).toBe(403)
  expect((await change(client, gina, 'host')).status).toBe(200)
  expect((await set(gina, 'note:from-gina', 0, { text: 'Higher', position: [0, 1, 0], yaw: 0 })).status).toBe(200)
  expect((await change(creator, gina, 'guest')).status).toBe(200)
  expect((await set(gina, 'note:from-gina', 1, null)).status).toBe(403)
  expect((await change(client, creator, 'guest')).problem.code).toBe('room.host-for-good')
  expect(
    (await t.injectAs(client, rooms.removeRoomPerson, { params: { id, personId: creator.id } })).problem.code,
  ).toBe('room.host-for-good')
  expect((await change(client, stranger, 'host')).status).toBe(404)
})

/** A pin as a party sets it. */
function pinOn(version: RoomVersion | undefined): AddPinBody {
  const up = { x: 0, y: 1, z: 0 }
  return {
    deliverableId: version?.deliverableId ?? '',
    workId,
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

test('the room knows the versions for its stage, and who may decide on them', async () => {
  const [version] = (await works(client)).reply.items
  expect(version).toMatchObject({
    number: 1,
    works: [{ id: workId, name: 'lamp.glb' }],
    may: { approve: true, requestChanges: true, pin: true },
    milestone: { price: { amount: 100_000, currency: 'EUR' } },
  })
  expect((await works(creator)).reply.items[0]?.may).toEqual({ approve: false, requestChanges: false, pin: true })
  const gil = await t.person('Gil')
  await enter(gil, await invite(client))
  expect((await works(gil)).reply.items[0]).toMatchObject({
    may: { approve: false, requestChanges: false, pin: false },
    milestone: { price: null },
  })
  const milestoneId = version?.milestone.id ?? ''
  const body = { deliverableId: version?.deliverableId ?? '', hash: version?.hash ?? '', expected: 0 }
  expect((await t.injectAs(gil, commissions.approveMilestone, { params: { id: milestoneId }, body })).status).toBe(404)
})

test('versions and pins are told to the room as they change', async () => {
  const log = await readStream(t.deps.db, { kind: 'room', id })
  expect(log.some(({ name }) => name === 'room_work')).toBe(false)
  const [version] = (await works(client)).reply.items
  const milestoneId = version?.milestone.id ?? ''
  const body = { expected: version?.milestone.version ?? 0 }
  expect(
    (await t.injectAs(creator, commissions.withdrawSubmission, { params: { id: milestoneId }, body })).status,
  ).toBe(200)
  await t.settle()
  const told = (await readStream(t.deps.db, { kind: 'room', id })).filter(({ name }) => name === 'room_work')
  expect(told.map(({ payload }) => payload)).toMatchObject([{ what: 'version', milestoneId }])
})

test('a version that nobody is asked to decide on is still there to be looked at', async () => {
  const none = { approve: false, requestChanges: false, pin: true }
  for (const who of [client, creator]) expect((await works(who)).reply.items.map(({ may }) => may)).toEqual([none])
})

test('the room hears of a pin, and once more when it has gone along to a later version', async () => {
  const [version] = (await works(client)).reply.items
  const milestoneId = version?.milestone.id ?? ''
  const params = { id: milestoneId }
  await t.injectAs(creator, commissions.addDeliverable, { params, body: { notes: 'Once more', works: [workId] } })
  await t.settle()
  const before = (await readStream(t.deps.db, { kind: 'room', id })).length
  const body = pinOn(version)
  expect((await t.injectAs(client, pins.addPin, { params, body })).status).toBe(200)
  await t.settle()
  const told = (await readStream(t.deps.db, { kind: 'room', id })).slice(before)
  expect(told.map(({ name, payload }) => [name, payload['what']])).toEqual([
    ['room_work', 'pin'],
    ['room_work', 'pin'],
  ])
})

test('a guest of the room sets no pin by HTTP, not even made a host: it is refused, and nothing is written', async () => {
  const grace = await t.person('Grace')
  await enter(grace, await invite(client))
  // The newest version, as the guest themselves is told of it.
  const version = (await works(grace)).reply.items.at(-1)
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
    await t.settle()
    expect(await written()).toEqual(before)
    return [status, problem.code]
  }
  expect(await tries()).toEqual([404, 'milestone.not-found'])
  const made = { params: { id, personId: grace.id }, body: { role: 'host' as const } }
  expect((await t.injectAs(client, rooms.changeRoomPerson, made)).status).toBe(200)
  expect(await tries()).toEqual([404, 'milestone.not-found'])
  // The very same request is good from who may.
  expect((await t.injectAs(client, pins.addPin, call)).status).toBe(200)
})

test('a draft is its maker’s alone, in the list and by its address', async () => {
  const gwen = await t.person('Gwen')
  await enter(gwen, await invite(client))
  const draft = (await uploadWork(t, creator, 'draft.glb', await makeRoom())).id
  const milestoneId = (await works(creator)).reply.items[0]?.milestone.id ?? ''
  const body = { notes: 'Not yet', works: [draft] }
  expect(
    (await t.injectAs(creator, commissions.addDeliverable, { params: { id: milestoneId }, body })).status,
  ).toBeLessThan(300)
  const listed = async (who: Person) =>
    (await works(who)).reply.items.some((version) => version.works.some((work) => work.id === draft))
  expect([await listed(creator), await listed(client), await listed(gwen)]).toEqual([true, false, false])
  const url = `/api/works/${draft}/model`
  const got = await t.app.http.inject({ method: 'GET', url, headers: { cookie: gwen.cookie } })
  expect(got.statusCode).toBe(404)
})

test('who has left the project is no host of its room any more', async () => {
  const members = t.deps.db
    .updateTable('project_members')
    .where('project_id', '=', id)
    .where('person_id', '=', creator.id)
  await members.set({ left_at: new Date() }).execute()
  expect((await read(creator)).status).toBe(404)
  await members.set({ left_at: null }).execute()
  expect((await read(creator)).reply.role).toBe('host')
})
