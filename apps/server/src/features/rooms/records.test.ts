import * as rooms from '@veranda/contract/rooms/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../log/stream.ts'
import { type Person, testApp, type TestApp } from '../../testing/test-app.ts'
import { pair, Story } from '../commissions/testing/story.ts'

let t: TestApp
let client: Person
let creator: Person
let stranger: Person
let id: string
beforeAll(async () => {
  t = await testApp()
  const people = await pair(t)
  client = people.client
  creator = people.creator
  stranger = await t.person('Stella')
  const story = new Story(t, people)
  await story.begin()
  id = story.projectId
  await t.settle()
})
afterAll(() => t.close())

const set = (who: Person, key: string, expected: number, value: Record<string, unknown> | null) =>
  t.injectAs(who, rooms.setRoomRecord, { params: { id, key }, body: { expected, value } })
const placement = { position: [0, 0, -2], yaw: 0.5, size: { kind: 'true' } }

test('shared records are written by the version that was seen, told in order, and kept', async () => {
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
  const told = log.filter(({ name }) => name === 'room_record').map(({ payload }) => payload['record'])
  expect(told.slice(-4)).toMatchObject([
    { key: 'placement', version: 1 },
    { key: 'placement', version: 2 },
    { key: 'tools', version: 1 },
  ])
})

test('what was taken away is written anew by who came later, at a higher version; after a cut all see the same', async () => {
  const write = (who: Person, expected: number, text: string | null) =>
    set(who, 'note:again', expected, text === null ? null : { text, position: [0, 1, 0], yaw: 0 })
  await write(client, 0, 'First')
  const cursor = (await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply.seq
  expect((await write(client, 1, null)).reply).toMatchObject({ version: 2, value: null })
  const { items } = (await t.injectAs(creator, rooms.readRoomRecords, { params: { id } })).reply
  expect(items.some(({ key }) => key === 'note:again')).toBe(false)
  // Whoever saw what was there before cannot write over its end unseen.
  expect((await write(client, 1, 'Over its end')).problem.code).toBe('room.record-changed')
  const both = await Promise.all([write(creator, 0, 'Anew'), write(client, 0, 'Anew, too')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // Who was cut off with version 1 hears the end and the new beginning, in order, and stands where a newcomer does.
  const missed = (await readStream(t.deps.db, { kind: 'room', id })).filter(({ seq }) => seq > cursor)
  const told = missed.map(({ payload }) => payload['record'])
  expect(told).toMatchObject([
    { key: 'note:again', version: 2, value: null },
    { key: 'note:again', version: 3 },
  ])
  const read = (await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply
  expect(read.items.find(({ key }) => key === 'note:again')).toEqual(told[1])
  expect(read.seq).toBe(missed.at(-1)?.seq)
})

test.each(['stage', 'placement', 'tools'])(
  '%s is changed and never taken away, and the refusal names it',
  async (key) => {
    const before = (await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply
    const version = before.items.find((record) => record.key === key)?.version ?? 0
    const { status, problem } = await set(client, key, version, null)
    expect([status, problem.code, problem.field]).toEqual([422, 'room.record-stays', 'value'])
    expect((await t.injectAs(client, rooms.readRoomRecords, { params: { id } })).reply).toEqual(before)
  },
)

test.each([
  ['placement', { position: [0, 0, 99], yaw: 0, size: { kind: 'true' } }],
  ['placement', { position: [0, 0, 0], yaw: 0, size: { kind: 'height', metres: 0 } }],
  ['stroke:a', { color: 'amber', points: [0, 0, 0, 1] }],
  ['note:a', { text: '', position: [0, 0, 0], yaw: 0 }],
  ['note:a', { text: 'Nul \0', position: [0, 0, 0], yaw: 0 }],
])('a record that is none is refused with its field: %s', async (key, value) => {
  const { status, problem } = await set(client, key, 0, value)
  expect(status).toBe(422)
  expect(problem.field).toMatch(/^value/)
})

test('a key that names no kind, or a second of a kind that there is one of, is not there', async () => {
  for (const key of ['wall', 'placement:2', 'note', 'note:', 'note:UPPER']) {
    expect((await set(client, key, 0, placement)).status).toBe(404)
  }
})
