import { hash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readAsset, readAssetSource } from '@veranda/contract/assets/routes.ts'
import { uploadLimits } from '@veranda/core/assets/upload-rules.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { makeVideo, makeTrack } from '../testing/make-video.ts'
import { makeZip } from '../testing/malformed-glb.ts'
import {
  listAssetNames,
  requestUpload,
  beginUpload,
  uploadIdOf,
  tusMetadata,
  sendUploadBytes,
  uploadAsset,
} from '../testing/upload-client.ts'

let t: TestApp
let maya: TestUser
let stranger: TestUser

beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  stranger = await t.createUser('Stella')
})
afterAll(() => t.close())

const makePdf = (size = 2_000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
const listUploadFiles = () => readdir(join(t.deps.env.dataDir, 'uploads')).catch(() => [])

test('an upload in pieces becomes an asset with the same bytes, and nothing of the upload stays', async () => {
  const bytes = makePdf(60_000)
  const begun = await beginUpload(t, maya, 'contract.pdf', bytes.length)
  expect(begun.statusCode).toBe(201)
  const id = uploadIdOf(begun)
  expect((await sendUploadBytes(t, maya, id, 0, bytes.subarray(0, 20_000))).headers['upload-offset']).toBe('20000')
  const asked = await requestUpload(t, maya, id, 'HEAD')
  expect([asked.statusCode, asked.headers['upload-offset'], asked.headers['upload-length']]).toEqual([
    200,
    '20000',
    `${bytes.length}`,
  ])
  expect(asked.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  expect((await t.injectAs(maya, readAsset, { params: { id } })).reply.state).toBe('uploading')
  expect((await sendUploadBytes(t, maya, id, 20_000, bytes.subarray(20_000))).statusCode).toBe(204)
  await t.runUntilIdle()
  const { reply } = await t.injectAs(maya, readAsset, { params: { id } })
  const sha256 = hash('sha256', bytes)
  expect(reply).toMatchObject({ state: 'ready', kind: 'document', hash: sha256, progress: 1, name: 'contract.pdf' })
  const original = await t.app.http.inject({
    method: 'GET',
    url: reply.sourceUrl ?? '',
    headers: { cookie: maya.cookie },
  })
  expect(hash('sha256', original.rawPayload)).toBe(sha256)
  expect(original.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(String(original.headers['content-security-policy'])).toContain('sandbox')
  expect(await listUploadFiles()).toEqual([])
})

test('bytes at a wrong offset are refused and change nothing', async () => {
  const id = uploadIdOf(await beginUpload(t, maya, 'a.pdf', 100))
  expect((await sendUploadBytes(t, maya, id, 50, randomBytes(10))).statusCode).toBe(409)
  expect((await requestUpload(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('0')
  expect((await requestUpload(t, maya, id, 'DELETE')).statusCode).toBe(204)
})

test('headers that are not of the protocol are refused as problems that name them, and the upload goes on', async () => {
  const bytes = makePdf(100)
  const id = uploadIdOf(await beginUpload(t, maya, 'a.pdf', bytes.length))
  const own = { authorization: `Bearer ${maya.token}`, cookie: maya.cookie, 'tus-resumable': '1.0.0' }
  const length = { 'upload-length': '9', 'upload-metadata': tusMetadata({ filename: 'b.pdf', purpose: 'project' }) }
  const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const wrong: string[] = []
  const send = async (method: 'POST' | 'PATCH' | 'HEAD', more: Record<string, string | undefined>) => {
    const url = method === 'POST' ? '/api/uploads' : `/api/uploads/${id}`
    const given = { ...own, ...(method === 'POST' ? length : method === 'PATCH' ? part : {}), ...more }
    // Undefined leaves a header out.
    const headers = Object.fromEntries(
      Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )
    const reply = await t.app.http.inject({ method, url, headers, ...(method === 'PATCH' ? { payload: 'x' } : {}) })
    const [name = ''] = Object.keys(more)
    const isProblem = String(reply.headers['content-type']).startsWith('application/problem+json')
    const isNamed = method === 'HEAD' || reply.json<{ field?: string }>().field === name || name === 'content-type'
    if (reply.statusCode < 400 || reply.statusCode >= 500 || !isProblem || !isNamed)
      wrong.push(`${method} ${JSON.stringify(more)}: ${reply.statusCode} ${reply.body}`)
  }
  const versions = ['0.2.2', '', '1.0.0, 1.0.0', undefined]
  for (const method of ['POST', 'PATCH', 'HEAD'] as const)
    for (const version of versions) await send(method, { 'tus-resumable': version })
  for (const text of ['partial', 'final;/a /b', 'x']) await send('POST', { 'upload-concat': text })
  await send('POST', { 'upload-defer-length': '1' })
  for (const text of ['-1', '1e3', 'x', '', '9'.repeat(30), undefined]) await send('PATCH', { 'upload-offset': text })
  for (const text of ['text/plain', 'application/json', 'x', undefined]) await send('PATCH', { 'content-type': text })
  await send('PATCH', { 'upload-length': 'x' })
  expect(wrong).toEqual([])
  expect((await sendUploadBytes(t, maya, id, 0, bytes)).statusCode).toBe(204)
})

test('a file that is too large is refused before its first byte and leaves no row', async () => {
  const before = (await listAssetNames(t, maya)).length
  const large = await beginUpload(t, maya, 'scene.glb', 200 * 1_048_576)
  expect(large.statusCode).toBe(413)
  expect(large.json()).toMatchObject({ code: 'upload.too-large', status: 413, facts: { megabytes: 100 } })
  expect(large.headers['content-type']).toContain('application/problem+json')
  const nameless = await beginUpload(t, maya, ' ', 10)
  expect([nameless.statusCode, nameless.json<{ code: string }>().code]).toEqual([422, 'upload.name-missing'])
  const unknownPurpose = await beginUpload(t, maya, 'a.glb', 10, { purpose: 'fun' })
  expect([unknownPurpose.statusCode, unknownPurpose.json<{ code: string }>().code]).toEqual([
    422,
    'upload.purpose-unknown',
  ])
  expect(await listAssetNames(t, maya)).toHaveLength(before)
})

test('the quota includes unfinished uploads, and concurrent uploads cannot exceed it together', async () => {
  const otto = await t.createUser('Otto')
  const names = Array.from({ length: 12 }, (_, index) => `${index}.mp4`)
  const answers = await Promise.all(names.map((name) => beginUpload(t, otto, name, uploadLimits.videoBytes)))
  const good = answers.filter(({ statusCode }) => statusCode === 201)
  expect(good).toHaveLength(Math.floor(uploadLimits.quotaBytes / uploadLimits.videoBytes))
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({ code: 'upload.quota-exceeded' })
  for (const one of good) expect((await requestUpload(t, otto, uploadIdOf(one), 'DELETE')).statusCode).toBe(204)
  expect((await beginUpload(t, otto, 'again.mp4', uploadLimits.videoBytes)).statusCode).toBe(201)
})

test('another user cannot read, continue or cancel an upload, and no one can begin one without a session', async () => {
  const id = uploadIdOf(await beginUpload(t, maya, 'mine.pdf', 100))
  expect((await requestUpload(t, stranger, id, 'HEAD')).statusCode).toBe(404)
  expect((await sendUploadBytes(t, stranger, id, 0, randomBytes(100))).statusCode).toBe(404)
  expect((await requestUpload(t, stranger, id, 'DELETE')).statusCode).toBe(404)
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '10',
    'upload-metadata': tusMetadata({ filename: 'a.pdf', purpose: 'chat' }),
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

test("a manipulated URL reaches only the user's own upload", async () => {
  const bytes = makePdf()
  const id = uploadIdOf(await beginUpload(t, maya, 'mine.pdf', bytes.length))
  await sendUploadBytes(t, maya, id, 0, bytes.subarray(0, 400))
  const own = uploadIdOf(await beginUpload(t, stranger, 'own.pdf', 700))
  for (const trickyAddress of [`${own}?/${id}`, `${own}?x=/${id}/`]) {
    const asked = await requestUpload(t, stranger, trickyAddress, 'HEAD')
    expect([asked.statusCode, asked.headers['upload-length']]).toEqual([200, '700'])
    expect((await sendUploadBytes(t, stranger, trickyAddress, 400, randomBytes(100))).statusCode).toBe(409)
  }
  expect((await requestUpload(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('400')
})

test('an abandoned upload expires after a day, row and bytes', async () => {
  const id = uploadIdOf(await beginUpload(t, maya, 'left.pdf', 1_000))
  await sendUploadBytes(t, maya, id, 0, randomBytes(400))
  expect((await listUploadFiles()).some((name) => name.startsWith(id))).toBe(true)
  await t.advance(day + minute)
  expect((await requestUpload(t, maya, id, 'HEAD')).statusCode).toBe(404)
  expect(await listUploadFiles()).toEqual([])
  expect(await t.deps.db.selectFrom('assets').select('id').where('id', '=', id).execute()).toEqual([])
})

test('an upload expires a day after its last bytes, however old it is; reading the offset or sending no bytes does not extend it', async () => {
  const id = uploadIdOf(await beginUpload(t, maya, 'slow.pdf', 1_000))
  const readUpdatedAt = async () =>
    (await t.deps.db.selectFrom('assets').select('updated_at').where('id', '=', id).executeTakeFirst())?.updated_at
  const begun = await readUpdatedAt()
  await sendUploadBytes(t, maya, id, 0, randomBytes(300))
  // Within a minute of the last record nothing is written.
  expect(await readUpdatedAt()).toBe(begun)
  await t.advance(20 * hour)
  await sendUploadBytes(t, maya, id, 300, randomBytes(300))
  // The response does not wait for the write.
  await expect.poll(readUpdatedAt).toBeGreaterThanOrEqual((begun ?? 0) + 20 * hour)
  await t.advance(10 * hour)
  expect((await requestUpload(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('600')
  expect((await sendUploadBytes(t, maya, id, 600, Buffer.alloc(0))).statusCode).toBe(204)
  expect((await sendUploadBytes(t, maya, id, 500, randomBytes(100))).statusCode).toBe(409)
  await t.advance(14 * hour - minute)
  expect((await requestUpload(t, maya, id, 'HEAD')).statusCode).toBe(200)
  await t.advance(3 * minute)
  expect((await requestUpload(t, maya, id, 'HEAD')).statusCode).toBe(404)
  expect((await listUploadFiles()).filter((name) => name.startsWith(id))).toEqual([])
})

test('bytes with another hash than announced are refused', async () => {
  const asset = await uploadAsset(t, maya, 'a.pdf', makePdf(), { sha256: 'a'.repeat(64) })
  expect(asset).toMatchObject({
    state: 'refused',
    refusal: { code: 'upload.hash-mismatch' },
    hash: null,
    sourceUrl: null,
  })
})

test('a video is stored unchanged and served by ranges', async () => {
  const bytes = makeVideo(randomBytes(5_000), makeTrack('vide'))
  const asset = await uploadAsset(t, maya, 'tour.mp4', bytes)
  expect(asset).toMatchObject({ kind: 'video', state: 'ready' })
  const read = (range: string) =>
    t.app.http.inject({ method: 'GET', url: asset.sourceUrl ?? '', headers: { cookie: maya.cookie, range } })
  const part = await read('bytes=100-199')
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${bytes.length}`])
  expect(part.rawPayload.equals(bytes.subarray(100, 200))).toBe(true)
  expect((await read('bytes=-10')).rawPayload.equals(bytes.subarray(-10))).toBe(true)
  const { status } = await t.injectAs(stranger, readAssetSource, { params: { id: asset.id } })
  expect(status).toBe(404)
})

test('a video without a video track is refused with its reason, and nothing of it stays', async () => {
  const { state, refusal, sourceUrl } = await uploadAsset(
    t,
    maya,
    'sound.mp4',
    makeVideo(randomBytes(500), makeTrack('soun')),
  )
  expect([state, refusal?.code, sourceUrl]).toEqual(['refused', 'asset.not-playable', null])
  expect(refusal?.message).toContain('MP4 or WebM')
  const cut = makeVideo(randomBytes(500), makeTrack('vide')).subarray(0, -20)
  expect((await uploadAsset(t, maya, 'cut.mp4', cut)).refusal?.code).toBe('asset.truncated')
})

test('a nested archive is stored unopened, whatever it would unpack to', async () => {
  const bomb = makeZip([{ name: 'scene.gltf', bytes: Buffer.alloc(64 * 1_048_576) }])
  const sources = makeZip([
    { name: 'chair.blend', bytes: Buffer.from('BLENDER') },
    { name: 'older.zip', bytes: bomb },
  ])
  const asset = await uploadAsset(t, maya, 'sources.zip', sources)
  const sourcesHash = hash('sha256', sources)
  expect(asset).toMatchObject({ state: 'ready', kind: 'archive', hash: sourcesHash, thumbnail: null, model: null })
  expect((await uploadAsset(t, maya, 'older.zip', bomb)).refusal?.code).toBe('asset.archive-bomb')
})
