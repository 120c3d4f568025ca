import * as contract from '@veranda/contract/commissions/pins/routes.ts'
import { type AddPinBody, type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { requestChanges, submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { pinRestoreWindowMs } from '@veranda/core/commissions/pins/pin.ts'
import { createOgg, createWebm } from '@veranda/core/commissions/pins/testing/voice-recordings.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, type TestApp } from '../../../testing/test-app.ts'
import { addPin, deliveredChair, listPins, seatPinBody, type PinScenario } from '../testing/pin-scenario.ts'
import { commissionsApp } from '../testing/commission-scenario.ts'
import { deleteTimerKind, voiceStorageKey } from './voice-notes.ts'

let app: TestApp
let scene: PinScenario
let client: TestUser
let creator: TestUser
beforeAll(async () => {
  app = await commissionsApp()
  scene = await deliveredChair(app)
  ;({ client, creator } = scene.scenario.parties)
})
afterAll(() => app.close())

const letters = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
/** Increases with every recording, so that no two have the same bytes. */
let seconds = 3
const fresh = () => createWebm((seconds += 1) * 1_000)
const aloud = (bytes: Uint8Array, more: Partial<AddPinBody> = {}) =>
  addPin(scene, client, { text: '', voice: letters(bytes), ...more })
const refused = async (bytes: Uint8Array) => {
  const body = seatPinBody(scene, { text: '', voice: letters(bytes) })
  return (await app.injectAs(client, contract.addPin, { params: { id: scene.milestoneId }, body })).problem
}

/** Requests a recording like an audio element: with the cookie only. */
function play(as: TestUser | null, url: string | undefined, range?: string) {
  const headers = { ...(as ? { cookie: as.cookie } : {}), ...(range === undefined ? {} : { range }) }
  return app.app.http.inject({ method: 'GET', url: url ?? '/api/none', headers })
}
const urlOf = (pin: Pin) => pin.messages.at(-1)?.voice?.url
const stored = async (pin: Pin) => {
  const rows = app.deps.db
    .selectFrom('voice_notes')
    .select('sha256')
    .where('message_id', '=', pin.messages[0]?.id ?? '')
  return (await rows.executeTakeFirst())?.sha256
}
const bytesOf = (sha256 = '') => app.deps.gateways.storage.get(voiceStorageKey(sha256))

test('a pin and a reply can be a voice note, with or without text', async () => {
  const recording = fresh()
  const pin = await aloud(recording)
  expect(pin.messages).toMatchObject([{ text: '', voice: { milliseconds: seconds * 1_000 } }])
  const body = { text: ' By how much? ', voice: letters(createOgg(2_000)) }
  await app.injectAs(creator, contract.replyToPin, { params: { id: pin.id }, body })
  const thread = (await listPins(scene, client)).find(({ id }) => id === pin.id)?.messages
  expect(thread).toMatchObject([{ text: '' }, { text: 'By how much?', voice: { milliseconds: 2_000 } }])
  const played = await play(creator, urlOf(pin))
  expect([played.statusCode, played.headers['content-type']]).toEqual([200, 'audio/webm'])
  expect(played.rawPayload.equals(recording)).toBe(true)
  expect((await play(creator, thread?.[1]?.voice?.url)).headers['content-type']).toBe('audio/ogg')
})

test('a message without text and voice is refused, and a recording is checked by its content', async () => {
  const params = { id: scene.milestoneId }
  const empty = await app.injectAs(client, contract.addPin, { params, body: seatPinBody(scene, { text: '  ' }) })
  expect(empty.problem).toMatchObject({ status: 422, code: 'pin.empty', field: 'text' })
  expect(await refused(Buffer.from('<script>alert(1)</script>'))).toMatchObject({ status: 422, code: 'voice.not-opus' })
  expect((await refused(createWebm(2_000, { codecs: ['A_OPUS', 'V_VP8'] }))).code).toBe('voice.not-opus')
  expect((await refused(createWebm(62_000))).code).toBe('voice.too-long')
  expect((await refused(createWebm(30_000, { padding: 690 }))).code).toBe('voice.too-large')
  const notes = await app.deps.db.selectFrom('voice_notes').select('bytes').execute()
  expect(notes.every(({ bytes }) => bytes < 1_048_576)).toBe(true)
})

test('a note of nearly one mebibyte is accepted although base64 makes it larger', async () => {
  const large = createWebm(30_000, { padding: 670 })
  expect(large.length).toBeGreaterThan(1_000_000)
  expect((await aloud(large)).messages[0]?.voice?.milliseconds).toBe(30_000)
})

test('both parties can play it; strangers and signed-out visitors get not found', async () => {
  const pin = await aloud(fresh())
  const stranger = await app.createUser('Sam Stranger')
  const statuses = []
  for (const person of [client, creator, stranger, null]) {
    statuses.push((await play(person, urlOf(pin))).statusCode)
  }
  expect(statuses).toEqual([200, 200, 404, 404])
})

test('it is served as audio only, and a range of it can be requested', async () => {
  const recording = fresh()
  const pin = await aloud(recording)
  const played = await play(client, urlOf(pin), 'bytes=0-9')
  expect([played.statusCode, played.rawPayload.length]).toEqual([206, 10])
  expect(played.headers).toMatchObject({
    'content-range': `bytes 0-9/${recording.length}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('private') as string,
  })
})

test('the note of a removed pin is unavailable at once, restorable for ten minutes, and deleted afterwards', async () => {
  const pin = await aloud(fresh())
  const hash = await stored(pin)
  const params = { id: pin.id }
  await app.injectAs(client, contract.removePin, { params, body: { expected: pin.version } })
  expect((await play(client, urlOf(pin))).statusCode).toBe(404)
  const back = (await app.injectAs(client, contract.restorePin, { params })).reply
  const timers = app.deps.db.selectFrom('timers').select('key').where('key', '=', `${deleteTimerKind}:${pin.id}`)
  expect(await timers.execute()).toEqual([])
  await app.advance(2 * pinRestoreWindowMs)
  expect((await play(client, urlOf(pin))).statusCode).toBe(200)
  await app.injectAs(client, contract.removePin, { params, body: { expected: back.version } })
  await app.advance(pinRestoreWindowMs - minute)
  expect(await bytesOf(hash)).toBeDefined()
  await app.advance(minute)
  expect(await stored(pin)).toBeUndefined()
  expect(await bytesOf(hash)).toBeUndefined()
})

test('bytes shared by two notes are kept until both are deleted', async () => {
  const same = fresh()
  const [first, second] = [await aloud(same), await aloud(same)]
  const hash = await stored(first)
  await app.injectAs(client, contract.removePin, { params: { id: first.id }, body: { expected: first.version } })
  await app.advance(2 * pinRestoreWindowMs)
  expect(await bytesOf(hash)).toBeDefined()
  expect((await play(client, urlOf(second))).statusCode).toBe(200)
})

test('rounds of changes and events name a voice note with its length', async () => {
  const other = await deliveredChair(app)
  const by = other.scenario.parties.client
  const { id, version, deliverables } = await other.scenario.milestone(1, other.scenario.parties.creator)
  const { id: deliverableId = '', hash = '' } = deliverables[0] ?? {}
  const submit = { deliverableId, hash, expected: version }
  await app.injectAs(other.scenario.parties.creator, submitMilestone, { params: { id }, body: submit })
  const pin = await addPin(other, by, { text: '', voice: letters(createWebm(12_000)), change: true })
  const { version: expected } = await other.scenario.milestone()
  const body = { deliverableId, hash, pinIds: [pin.id], items: [], expected }
  const asked = (await app.injectAs(by, requestChanges, { params: { id }, body })).reply
  expect(asked.changes[0]?.items.map(({ text }) => text)).toEqual(['Voice note, 12 seconds'])
  const event = await app.deps.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'pin.added')
    .where('project_id', '=', other.scenario.projectId)
    .executeTakeFirstOrThrow()
  expect(event.data).toMatchObject({ preview: 'Voice note, 12 seconds' })
})

test('the voice notes of one user are limited', async () => {
  const row = { sha256: 'a'.repeat(64), media_type: 'audio/webm', bytes: 1_048_576, milliseconds: 1_000 } as const
  const pin = await aloud(fresh())
  const now = new Date(app.clock.now())
  for (let full = 0; full < 100; full += 1) {
    const id = app.deps.ids.next()
    const message = { id, pin_id: pin.id, author_id: creator.id, text: '', created_at: now }
    await app.deps.db.insertInto('pin_messages').values(message).execute()
    const note = { message_id: id, author_id: creator.id, ...row, created_at: now }
    await app.deps.db.insertInto('voice_notes').values(note).execute()
  }
  const body = { text: '', voice: letters(fresh()) }
  const answer = await app.injectAs(creator, contract.replyToPin, { params: { id: pin.id }, body })
  expect(answer.problem).toMatchObject({ status: 409, code: 'voice.quota-exceeded' })
})
