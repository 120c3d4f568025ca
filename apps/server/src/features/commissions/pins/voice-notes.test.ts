import * as contract from '@veranda/contract/pins/routes.ts'
import { type AddPinBody, type Pin } from '@veranda/contract/pins/schemas.ts'
import { submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { pinUndo } from '@veranda/core/commissions/pins/pin.ts'
import { oggOf, webmOf } from '@veranda/core/commissions/pins/test-voice.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp } from '../../../testing/test-app.ts'
import { add, delivered, list, onSeat, type Scene } from '../testing/pinned-scene.ts'
import { commissionsApp } from '../testing/story.ts'
import { forgetKind, voiceKey } from './voice-notes.ts'

let app: TestApp
let scene: Scene
let client: Person
let creator: Person
beforeAll(async () => {
  app = await commissionsApp()
  scene = await delivered(app)
  ;({ client, creator } = scene.story.people)
})
afterAll(() => app.close())

const letters = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
/** A little longer each time, so that no two are the same bytes. */
let seconds = 3
const fresh = () => webmOf((seconds += 1) * 1_000)
const aloud = (bytes: Uint8Array, more: Partial<AddPinBody> = {}) =>
  add(scene, client, { text: '', voice: letters(bytes), ...more })
const refused = async (bytes: Uint8Array) => {
  const body = onSeat(scene, { text: '', voice: letters(bytes) })
  return (await app.injectAs(client, contract.addPin, { params: { id: scene.milestoneId }, body })).problem
}

/** As an audio element asks: with the cookie and nothing else. */
function play(as: Person | null, url: string | undefined, range?: string) {
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
const bytesOf = (sha256 = '') => app.deps.gateways.storage.get(voiceKey(sha256))

test('a pin may be said aloud, and an answer too, with text or without', async () => {
  const recording = fresh()
  const pin = await aloud(recording)
  expect(pin.messages).toMatchObject([{ text: '', voice: { milliseconds: seconds * 1_000 } }])
  const body = { text: ' By how much? ', voice: letters(oggOf(2_000)) }
  await app.injectAs(creator, contract.answerPin, { params: { id: pin.id }, body })
  const thread = (await list(scene, client)).find(({ id }) => id === pin.id)?.messages
  expect(thread).toMatchObject([{ text: '' }, { text: 'By how much?', voice: { milliseconds: 2_000 } }])
  const played = await play(creator, urlOf(pin))
  expect([played.statusCode, played.headers['content-type']]).toEqual([200, 'audio/webm'])
  expect(played.rawPayload.equals(recording)).toBe(true)
  expect((await play(creator, thread?.[1]?.voice?.url)).headers['content-type']).toBe('audio/ogg')
})

test('neither text nor voice is nothing, and what is no recording is refused by what is in it', async () => {
  const params = { id: scene.milestoneId }
  const empty = await app.injectAs(client, contract.addPin, { params, body: onSeat(scene, { text: '  ' }) })
  expect(empty.problem).toMatchObject({ status: 422, code: 'pin.empty', field: 'text' })
  expect(await refused(Buffer.from('<script>alert(1)</script>'))).toMatchObject({ status: 422, code: 'voice.not-opus' })
  expect((await refused(webmOf(2_000, { codecs: ['A_OPUS', 'V_VP8'] }))).code).toBe('voice.not-opus')
  expect((await refused(webmOf(62_000))).code).toBe('voice.too-long')
  expect((await refused(webmOf(30_000, { padding: 690 }))).code).toBe('voice.too-large')
  const notes = await app.deps.db.selectFrom('voice_notes').select('bytes').execute()
  expect(notes.every(({ bytes }) => bytes < 1_048_576)).toBe(true)
})

test('a note of nearly a mebibyte goes through, as large as the letters of JSON make it', async () => {
  const large = webmOf(30_000, { padding: 670 })
  expect(large.length).toBeGreaterThan(1_000_000)
  expect((await aloud(large)).messages[0]?.voice?.milliseconds).toBe(30_000)
})

test('who sees the pin hears it; a stranger and nobody find nothing', async () => {
  const pin = await aloud(fresh())
  const stranger = await app.person('Sam Stranger')
  const guest = await app.person('Gus Guest')
  const now = new Date(app.clock.now())
  await sql`insert into project_members (project_id, person_id, part, joined_at, project_updated_at)
    values (${scene.story.projectId}, ${guest.id}, 'guest', ${now}, ${now})`.execute(app.deps.db)
  const statuses = []
  for (const person of [client, creator, guest, stranger, null]) {
    statuses.push((await play(person, urlOf(pin))).statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 404, 404])
})

test('it is never more than sound to the browser, and a part of it can be had', async () => {
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

test('taken away, it is silent at once, comes back within ten minutes, and is gone after them', async () => {
  const pin = await aloud(fresh())
  const hash = await stored(pin)
  const params = { id: pin.id }
  await app.injectAs(client, contract.removePin, { params, body: { expected: pin.version } })
  expect((await play(client, urlOf(pin))).statusCode).toBe(404)
  const back = (await app.injectAs(client, contract.restorePin, { params })).reply
  const timers = app.deps.db.selectFrom('due').select('key').where('key', '=', `${forgetKind}:${pin.id}`)
  expect(await timers.execute()).toEqual([])
  await app.advance(2 * pinUndo)
  expect((await play(client, urlOf(pin))).statusCode).toBe(200)
  await app.injectAs(client, contract.removePin, { params, body: { expected: back.version } })
  await app.advance(pinUndo - minute)
  expect(await bytesOf(hash)).toBeDefined()
  await app.advance(minute)
  expect(await stored(pin)).toBeUndefined()
  expect(await bytesOf(hash)).toBeUndefined()
})

test('bytes that somebody else said too stay while one of them is there', async () => {
  const same = fresh()
  const [first, second] = [await aloud(same), await aloud(same)]
  const hash = await stored(first)
  await app.injectAs(client, contract.removePin, { params: { id: first.id }, body: { expected: first.version } })
  await app.advance(2 * pinUndo)
  expect(await bytesOf(hash)).toBeDefined()
  expect((await play(client, urlOf(second))).statusCode).toBe(200)
})

test('in a round of changes and in the log a voice note is named with its length', async () => {
  const other = await delivered(app)
  const by = other.story.people.client
  const { id, version, deliverables } = await other.story.milestone(1, other.story.people.creator)
  const { id: deliverableId = '', hash = '' } = deliverables[0] ?? {}
  const submit = { deliverableId, hash, expected: version }
  await app.injectAs(other.story.people.creator, submitMilestone, { params: { id }, body: submit })
  const pin = await add(other, by, { text: '', voice: letters(webmOf(12_000)), change: true })
  const { version: expected } = await other.story.milestone()
  const body = { deliverableId, hash, pinIds: [pin.id], items: [], expected }
  const asked = (await app.injectAs(by, contract.requestPinnedChanges, { params: { id }, body })).reply
  expect(asked.changes[0]?.items.map(({ text }) => text)).toEqual(['Voice note, 12 seconds'])
  const event = await app.deps.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'pin.added')
    .where('project_id', '=', other.story.projectId)
    .executeTakeFirstOrThrow()
  expect(event.data).toMatchObject({ preview: 'Voice note, 12 seconds' })
})

test('what one person said aloud has a bound', async () => {
  const row = { sha256: 'a'.repeat(64), mime: 'audio/webm', bytes: 1_048_576, milliseconds: 1_000 } as const
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
  const answer = await app.injectAs(creator, contract.answerPin, { params: { id: pin.id }, body })
  expect(answer.problem).toMatchObject({ status: 409, code: 'voice.quota' })
})
