import { randomUUID } from 'node:crypto'
import * as rooms from '@veranda/contract/rooms/routes.ts'
import { maxVariantNameLength } from '@veranda/core/assets/model-facts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../../platform/events/streams.ts'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { createParties, CommissionScenario } from '../../commissions/testing/commission-scenario.ts'

let t: TestApp
let client: TestUser
let creator: TestUser
let stranger: TestUser
let id: string
beforeAll(async () => {
  t = await testApp()
  const parties = await createParties(t)
  client = parties.client
  creator = parties.creator
  stranger = await t.createUser('Stella')
  const story = new CommissionScenario(t, parties)
  await story.fundFirstMilestone()
  id = story.projectId
  await t.runUntilIdle()
})
afterAll(() => t.close())

const set = (who: TestUser, key: string, expected: number, value: Record<string, unknown> | null) =>
  t.injectAs(who, rooms.setRoomRecord, { params: { id, key }, body: { expected, value } })
const placement = { position: [0, 0, -2], yaw: 0.5, size: { kind: 'true' } }

test('a shared record is written over the version that was read, published in order and stored', async () => {
  expect((await set(client, 'placement', 0, placement)).reply).toMatchObject({ key: 'placement', version: 1 })
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, n) => set(n % 2 ? client : creator, 'placement', 1, { ...placement, yaw: n / 10 })),
  )
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(many.filter(({ status }) => status === 409)).toHaveLength(19)
  const tools = { explode: 0.4, section: null, wireframe: true, light: 'dusk', hidden: ['Shade'] }
  expect((await set(creator, 'tools', 0, tools)).status).toBe(200)
  expect((await set(creator, 'tools', 0, tools)).status).toBe(409)

  expect((await t.injectAs(stranger, rooms.readRoomRecords, { params: { id } })).status).toBe(404)
  const { items, seq } = (await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply
  expect(items.map(({ key }) => key)).toEqual(['placement', 'tools'])
  const log = await readStream(t.deps.db, { kind: 'room', id })
  expect(log.at(-1)?.seq).toBe(seq)
  const records = log.filter(({ name }) => name === 'room:record-changed').map(({ payload }) => payload['record'])
  expect(records.slice(-4)).toMatchObject([
    { key: 'placement', version: 1 },
    { key: 'placement', version: 2 },
    { key: 'tools', version: 1 },
  ])
})

test('a deleted record can be written again by a user who never saw it, at a higher version; after a disconnect all clients agree', async () => {
  const write = (who: TestUser, expected: number, text: string | null) =>
    set(who, 'note:again', expected, text === null ? null : { text, position: [0, 1, 0], yaw: 0 })
  await write(client, 0, 'First')
  const cursor = (await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply.seq
  expect((await write(client, 1, null)).reply).toMatchObject({ version: 2, value: null })
  const { items } = (await t.injectAs(creator, rooms.readRoomRecords, { params: { id } })).reply
  expect(items.some(({ key }) => key === 'note:again')).toBe(false)
  // A client that saw the record before cannot overwrite its deletion without seeing it.
  expect((await write(client, 1, 'Over its end')).problem.code).toBe('room.record-changed')
  const both = await Promise.all([write(creator, 0, 'New'), write(client, 0, 'New, too')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // A client cut off at version 1 receives the deletion and the new value in order, and ends where a new client starts.
  const missed = (await readStream(t.deps.db, { kind: 'room', id })).filter(({ seq }) => seq > cursor)
  const records = missed.map(({ payload }) => payload['record'])
  expect(records).toMatchObject([
    { key: 'note:again', version: 2, value: null },
    { key: 'note:again', version: 3 },
  ])
  const read = (await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply
  expect(read.items.find(({ key }) => key === 'note:again')).toEqual(records[1])
  expect(read.seq).toBe(missed.at(-1)?.seq)
})

test.each(['scene', 'placement', 'tools'])(
  '%s can be changed but not removed, and the refusal names the field',
  async (key) => {
    const before = (await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply
    const version = before.items.find((record) => record.key === key)?.version ?? 0
    const { status, problem } = await set(client, key, version, null)
    expect([status, problem.code, problem.field]).toEqual([422, 'room.record-required', 'value'])
    expect((await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply).toEqual(before)
  },
)

const scene = { deliverableId: randomUUID(), assetId: randomUUID(), previous: null, compare: 'none', flipped: false }

test.each([
  ['no name', ''],
  ['a name longer than any', 'x'.repeat(maxVariantNameLength + 1)],
  ['a name that reads as another', 'Mo\u202ess'],
  ['a name that cannot be stored', '\ud800'],
  ['a number', 3],
  ['a list', ['Moss']],
  ['nothing', null],
])('a variant that is %s is refused, and the refusal names the field', async (_, variant) => {
  const { status, problem } = await set(client, 'scene', 0, { ...scene, variant })
  expect([status, problem.field]).toEqual([422, 'value.variant'])
  const longest = { ...scene, variant: 'x'.repeat(maxVariantNameLength) }
  // Nothing is wrong with its form; the version does not exist.
  expect((await set(client, 'scene', 0, longest)).problem.code).toBe('room.not-submitted')
})

test.each([
  ['placement', { position: [0, 0, 99], yaw: 0, size: { kind: 'true' } }],
  ['placement', { position: [0, 0, 0], yaw: 0, size: { kind: 'height', metres: 0 } }],
  ['stroke:a', { color: 'amber', points: [0, 0, 0, 1] }],
  ['note:a', { text: '', position: [0, 0, 0], yaw: 0 }],
  ['note:a', { text: 'Nul \0', position: [0, 0, 0], yaw: 0 }],
])('an invalid record is refused with its field: %s', async (key, value) => {
  const { status, problem } = await set(client, key, 0, value)
  expect(status).toBe(422)
  expect(problem.field).toMatch(/^value/)
})

test('an unknown key, or a second key of a singleton kind, does not exist', async () => {
  for (const key of ['wall', 'placement:2', 'note', 'note:', 'note:UPPER']) {
    expect((await set(client, key, 0, placement)).status).toBe(404)
  }
})
