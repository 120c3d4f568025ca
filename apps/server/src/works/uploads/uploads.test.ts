import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listWorks, readWork, readWorkOriginal } from '@veranda/contract/works/routes.ts'
import { uploadLimits } from '@veranda/core/works/upload-rules.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, testApp, type TestApp } from '../../testing/test-app.ts'
import { film, track } from '../testing/film.ts'
import { zipOf } from '../testing/hostile.ts'
import { ask, begin, idOf, metadataOf, send, uploadWork } from '../testing/upload.ts'

let t: TestApp
let maya: Person
let stranger: Person

beforeAll(async () => {
  t = await testApp()
  maya = await t.person('Maya')
  stranger = await t.person('Stella')
})
afterAll(() => t.close())

const pdf = (size = 2_000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
const filesLeft = () => readdir(join(t.deps.env.dataDir, 'uploads')).catch(() => [])

test('an upload in pieces becomes a work with the same bytes, and nothing of the upload stays', async () => {
  const bytes = pdf(60_000)
  const begun = await begin(t, maya, 'contract.pdf', bytes.length)
  expect(begun.statusCode).toBe(201)
  const id = idOf(begun)
  expect((await send(t, maya, id, 0, bytes.subarray(0, 20_000))).headers['upload-offset']).toBe('20000')
  const asked = await ask(t, maya, id, 'HEAD')
  expect([asked.statusCode, asked.headers['upload-offset'], asked.headers['upload-length']]).toEqual([
    200,
    '20000',
    `${bytes.length}`,
  ])
  expect((await t.injectAs(maya, readWork, { params: { id } })).reply.state).toBe('uploading')
  expect((await send(t, maya, id, 20_000, bytes.subarray(20_000))).statusCode).toBe(204)
  await t.settle()
  const { reply } = await t.injectAs(maya, readWork, { params: { id } })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(reply).toMatchObject({ state: 'ready', kind: 'document', hash: sha256, progress: 1, name: 'contract.pdf' })
  const original = await t.app.http.inject({
    method: 'GET',
    url: reply.originalUrl ?? '',
    headers: { cookie: maya.cookie },
  })
  expect(createHash('sha256').update(original.rawPayload).digest('hex')).toBe(sha256)
  expect(original.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(String(original.headers['content-security-policy'])).toContain('sandbox')
  expect(await filesLeft()).toEqual([])
})

test('bytes at a wrong place are refused and change nothing', async () => {
  const id = idOf(await begin(t, maya, 'a.pdf', 100))
  expect((await send(t, maya, id, 50, randomBytes(10))).statusCode).toBe(409)
  expect((await ask(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('0')
  expect((await ask(t, maya, id, 'DELETE')).statusCode).toBe(204)
})

test('too large a file is refused before its first byte, and leaves no row', async () => {
  const before = (await t.injectAs(maya, listWorks, { query: {} })).reply.items.length
  const large = await begin(t, maya, 'scene.glb', 200 * 1_048_576)
  expect(large.statusCode).toBe(413)
  expect(large.json()).toMatchObject({ code: 'upload.too-large', status: 413, facts: { megabytes: 100 } })
  expect(large.headers['content-type']).toContain('application/problem+json')
  const nameless = await begin(t, maya, ' ', 10)
  expect([nameless.statusCode, nameless.json<{ code: string }>().code]).toEqual([422, 'upload.nameless'])
  const aimless = await begin(t, maya, 'a.glb', 10, { purpose: 'fun' })
  expect([aimless.statusCode, aimless.json<{ code: string }>().code]).toEqual([422, 'upload.purposeless'])
  expect((await t.injectAs(maya, listWorks, { query: {} })).reply.items).toHaveLength(before)
})

test('the quota counts what is on its way, and two beginnings at once cannot pass it together', async () => {
  const otto = await t.person('Otto')
  const names = Array.from({ length: 12 }, (_, index) => `${index}.mp4`)
  const answers = await Promise.all(names.map((name) => begin(t, otto, name, uploadLimits.videoBytes)))
  const good = answers.filter(({ statusCode }) => statusCode === 201)
  expect(good).toHaveLength(Math.floor(uploadLimits.quota / uploadLimits.videoBytes))
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({ code: 'upload.quota' })
  for (const one of good) expect((await ask(t, otto, idOf(one), 'DELETE')).statusCode).toBe(204)
  expect((await begin(t, otto, 'again.mp4', uploadLimits.videoBytes)).statusCode).toBe(201)
})

test('somebody else can neither see, continue nor cancel an upload, and nobody without a session can begin one', async () => {
  const id = idOf(await begin(t, maya, 'mine.pdf', 100))
  expect((await ask(t, stranger, id, 'HEAD')).statusCode).toBe(404)
  expect((await send(t, stranger, id, 0, randomBytes(100))).statusCode).toBe(404)
  expect((await ask(t, stranger, id, 'DELETE')).statusCode).toBe(404)
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '10',
    'upload-metadata': metadataOf({ filename: 'a.pdf', purpose: 'chat' }),
  }
  const nobody = await t.app.http.inject({ method: 'POST', url: '/api/uploads', headers })
  expect(nobody.statusCode).toBe(401)
  const byCookie = await t.app.http.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...headers, cookie: maya.cookie },
  })
  expect(byCookie.statusCode).toBe(201)
  const elsewhere = { ...headers, cookie: maya.cookie, origin: 'https://evil.example' }
  expect((await t.app.http.inject({ method: 'POST', url: '/api/uploads', headers: elsewhere })).statusCode).toBe(403)
})

test('whatever else stands in the address, one reaches no upload but the own one that it names', async () => {
  const bytes = pdf()
  const id = idOf(await begin(t, maya, 'mine.pdf', bytes.length))
  await send(t, maya, id, 0, bytes.subarray(0, 400))
  const own = idOf(await begin(t, stranger, 'own.pdf', 700))
  for (const aside of [`${own}?/${id}`, `${own}?x=/${id}/`]) {
    const asked = await ask(t, stranger, aside, 'HEAD')
    expect([asked.statusCode, asked.headers['upload-length']]).toEqual([200, '700'])
    expect((await send(t, stranger, aside, 400, randomBytes(100))).statusCode).toBe(409)
  }
  expect((await ask(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('400')
})

test('an upload that is left alone is swept after a day, row and bytes', async () => {
  const id = idOf(await begin(t, maya, 'left.pdf', 1_000))
  await send(t, maya, id, 0, randomBytes(400))
  expect((await filesLeft()).some((name) => name.startsWith(id))).toBe(true)
  await t.advance(day + minute)
  expect((await ask(t, maya, id, 'HEAD')).statusCode).toBe(404)
  expect(await filesLeft()).toEqual([])
  expect(await t.deps.db.selectFrom('works').select('id').where('id', '=', id).execute()).toEqual([])
})

test('an upload is swept a day after its last bytes, however long ago it began; asking, or sending nothing, is no byte', async () => {
  const id = idOf(await begin(t, maya, 'slow.pdf', 1_000))
  const noted = async () =>
    (await t.deps.db.selectFrom('works').select('updated_at').where('id', '=', id).executeTakeFirst())?.updated_at
  const begun = await noted()
  await send(t, maya, id, 0, randomBytes(300))
  // Within a minute of what is noted nothing is written.
  expect(await noted()).toBe(begun)
  await t.advance(20 * hour)
  await send(t, maya, id, 300, randomBytes(300))
  // The answer does not wait for the note.
  await expect.poll(noted).toBeGreaterThanOrEqual((begun ?? 0) + 20 * hour)
  await t.advance(10 * hour)
  expect((await ask(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('600')
  expect((await send(t, maya, id, 600, Buffer.alloc(0))).statusCode).toBe(204)
  expect((await send(t, maya, id, 500, randomBytes(100))).statusCode).toBe(409)
  await t.advance(14 * hour - minute)
  expect((await ask(t, maya, id, 'HEAD')).statusCode).toBe(200)
  await t.advance(3 * minute)
  expect((await ask(t, maya, id, 'HEAD')).statusCode).toBe(404)
  expect((await filesLeft()).filter((name) => name.startsWith(id))).toEqual([])
})

test('bytes other than the promised ones are refused', async () => {
  const work = await uploadWork(t, maya, 'a.pdf', pdf(), { sha256: 'a'.repeat(64) })
  expect(work).toMatchObject({
    state: 'refused',
    refusal: { code: 'upload.other-bytes' },
    hash: null,
    originalUrl: null,
  })
})

test('a video is stored as it is and read by ranges', async () => {
  const bytes = film(randomBytes(5_000), track('vide'))
  const work = await uploadWork(t, maya, 'tour.mp4', bytes)
  expect(work).toMatchObject({ kind: 'video', state: 'ready' })
  const read = (range: string) =>
    t.app.http.inject({ method: 'GET', url: work.originalUrl ?? '', headers: { cookie: maya.cookie, range } })
  const part = await read('bytes=100-199')
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${bytes.length}`])
  expect(part.rawPayload.equals(bytes.subarray(100, 200))).toBe(true)
  expect((await read('bytes=-10')).rawPayload.equals(bytes.subarray(-10))).toBe(true)
  const { status } = await t.injectAs(stranger, readWorkOriginal, { params: { id: work.id } })
  expect(status).toBe(404)
})

test('a film that nothing can be seen in is refused with its reason, and nothing of it stays', async () => {
  const { state, refusal, originalUrl } = await uploadWork(t, maya, 'sound.mp4', film(randomBytes(500), track('soun')))
  expect([state, refusal?.code, originalUrl]).toEqual(['refused', 'work.no-film', null])
  expect(refusal?.message).toContain('MP4 or WebM')
  const cut = film(randomBytes(500), track('vide')).subarray(0, -20)
  expect((await uploadWork(t, maya, 'cut.mp4', cut)).refusal?.code).toBe('work.truncated')
})

test('an archive within an archive is kept as it was packed and never opened, whatever it would unpack to', async () => {
  const bomb = zipOf([{ name: 'scene.gltf', bytes: Buffer.alloc(64 * 1_048_576) }])
  const sources = zipOf([
    { name: 'chair.blend', bytes: Buffer.from('BLENDER') },
    { name: 'older.zip', bytes: bomb },
  ])
  const work = await uploadWork(t, maya, 'sources.zip', sources)
  const hash = createHash('sha256').update(sources).digest('hex')
  expect(work).toMatchObject({ state: 'ready', kind: 'archive', hash, thumbnail: null, model: null })
  expect((await uploadWork(t, maya, 'older.zip', bomb)).refusal?.code).toBe('work.archive-bomb')
})
