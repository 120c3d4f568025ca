import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readFile, readFileFacts, removeFile } from '@veranda/contract/files/routes.ts'
import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { addPiece } from '@veranda/contract/talent/routes.ts'
import { listWorks } from '@veranda/contract/works/routes.ts'
import { uploadLimits } from '@veranda/core/works/upload-rules.ts'
import { minute } from '@veranda/core/time/instant.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../seed/works/chair.ts'
import { unusedFor } from '../../files/store-picture.ts'
import { type Person, testApp, type TestApp } from '../../testing/test-app.ts'
import { ask, begin, idOf, send, sendPicture, uploadWork } from '../testing/upload.ts'
import { finishUpload } from './finish-upload.ts'

let t: TestApp
let maya: Person
let stranger: Person

beforeAll(async () => {
  t = await testApp()
  maya = await t.person('Maya')
  stranger = await t.person('Stella')
})
afterAll(() => t.close())

const png = (hue: number, more: { width?: number; copyright?: string } = {}) =>
  sharp({ create: { width: more.width ?? 40, height: 30, channels: 3, background: { r: hue, g: 90, b: 90 } } })
    .withMetadata({ exif: { IFD0: { Copyright: more.copyright ?? 'none' } } })
    .png()
    .toBuffer()
const read = (url: string, who?: Person) =>
  t.app.http.inject({ method: 'GET', url, headers: who ? { cookie: who.cookie } : {} })
const facts = async (id: string, who = maya) => (await t.injectAs(who, readFileFacts, { params: { id } })).reply
const uploadsLeft = () => readdir(join(t.deps.env.dataDir, 'uploads')).catch(() => [])
const bytesLeft = async () => {
  const all = await readdir(join(t.deps.env.dataDir, 'files', 'pictures'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).length
}

test('a picture sent in pieces is known by its content, loses its metadata, and is its owner’s alone', async () => {
  const bytes = await png(160, { copyright: 'secret place' })
  const id = idOf(await begin(t, maya, 'chair.png', bytes.length, { purpose: 'picture' }))
  expect((await send(t, maya, id, 0, bytes.subarray(0, 50))).headers['upload-offset']).toBe('50')
  expect((await t.injectAs(maya, readFileFacts, { params: { id } })).status).toBe(404)
  expect((await ask(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('50')
  expect((await send(t, maya, id, 50, bytes.subarray(50))).statusCode).toBe(204)
  const stored: StoredFile = await facts(id)
  expect(stored).toMatchObject({ id, width: 40, height: 30, mime: 'image/webp', name: 'chair.png' })
  const mine = await read(stored.url, maya)
  expect([mine.headers['content-type'], mine.rawPayload.length]).toEqual(['image/webp', stored.bytes])
  expect(mine.headers['content-security-policy']).toContain('sandbox')
  expect((await sharp(mine.rawPayload).metadata()).exif).toBeUndefined()
  expect((await read(stored.url, stranger)).statusCode).toBe(404)
  expect((await read(stored.url)).statusCode).toBe(404)
  expect((await t.injectAs(stranger, readFileFacts, { params: { id } })).status).toBe(404)
  await t.settle()
  expect(await uploadsLeft()).toEqual([])
  expect((await t.injectAs(maya, listWorks, { query: {} })).reply.items).toEqual([])
})

test('whoever did not hear the last answer asks how far it came and hears that all is there', async () => {
  const { id } = await sendPicture(t, maya, 'heard.png', await png(10))
  const asked = await ask(t, maya, id, 'HEAD')
  expect([asked.statusCode, asked.headers['upload-offset']]).toEqual([200, asked.headers['upload-length']])
  expect((await send(t, maya, id, 0, randomBytes(10))).json()).toMatchObject({ code: 'upload.finished' })
  expect((await ask(t, maya, id, 'DELETE')).statusCode).toBe(409)
  expect((await ask(t, stranger, id, 'HEAD')).statusCode).toBe(404)
})

test('bytes that all came without us noticing become the picture when somebody asks', async () => {
  const bytes = await png(20)
  const id = idOf(await begin(t, maya, 'unnoticed.png', bytes.length, { purpose: 'picture' }))
  await send(t, maya, id, 0, bytes.subarray(0, 20))
  const { Readable } = await import('node:stream')
  const store = await t.deps.gateways.uploads.tus()
  await store.write(Readable.from([bytes.subarray(20)]), id, 20)
  const both = await Promise.all([ask(t, maya, id, 'HEAD'), ask(t, maya, id, 'HEAD')])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await finishUpload(t.deps, id)).ok).toBe(true)
  expect(await facts(id)).toMatchObject({ name: 'unnoticed.png' })
})

test('what is no picture, or another one than announced, is refused in words and leaves nothing', async () => {
  const refused = async (bytes: Buffer, more = {}) => {
    const { id, answer } = await sendPicture(t, maya, 'a.png', bytes, more)
    const gone = (await ask(t, maya, id, 'HEAD')).statusCode
    return [answer.statusCode, answer.headers['content-type'], answer.json<{ code: string }>().code, gone]
  }
  const problem = 'application/problem+json; charset=utf-8'
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(await refused(svg)).toEqual([422, problem, 'file.not-a-picture', 404])
  const promised = { sha256: 'a'.repeat(64) }
  expect(await refused(await png(30), promised)).toEqual([422, problem, 'upload.other-bytes', 404])
  await t.settle()
  expect(await uploadsLeft()).toEqual([])
})

test('what is too large or beyond the quota is refused before its first byte', async () => {
  const large = await begin(t, maya, 'poster.png', uploadLimits.pictureBytes + 1, { purpose: 'picture' })
  expect([large.statusCode, large.json()]).toMatchObject([413, { code: 'upload.too-large', facts: { megabytes: 10 } }])
  const otto = await t.person('Otto')
  const { id } = await sendPicture(t, otto, 'a.png', await png(40))
  await t.deps.db.updateTable('files').set({ bytes: uploadLimits.pictureQuota }).where('id', '=', id).execute()
  const full = await begin(t, otto, 'b.png', 1_000, { purpose: 'picture' })
  expect([full.statusCode, full.json()]).toMatchObject([422, { code: 'upload.quota', facts: { megabytes: 2_000 } }])
  expect((await begin(t, otto, 'b.glb', 1_000)).statusCode).toBe(201)
})

test('one’s own picture can be taken away until something shows it; its bytes go with the last of its kind', async () => {
  const bytes = await png(50)
  const [first, second] = [await sendPicture(t, maya, 'a.png', bytes), await sendPicture(t, maya, 'b.png', bytes)]
  const before = await bytesLeft()
  const remove = async (id: string, who = maya) => (await t.injectAs(who, removeFile, { params: { id } })).status
  expect(await remove(first.id, stranger)).toBe(404)
  expect(await remove(first.id)).toBe(200)
  await t.settle()
  expect(await bytesLeft()).toBe(before)
  expect((await read(`/api/files/${second.id}`, maya)).statusCode).toBe(200)
  expect(await remove(second.id)).toBe(200)
  await t.settle()
  expect(await bytesLeft()).toBe(before - 1)
  const shown = await sendPicture(t, maya, 'c.png', bytes)
  await t.injectAs(maya, addPiece, { body: { title: 'Chair', description: '', fileId: shown.id } })
  const { status, problem } = await t.injectAs(maya, removeFile, { params: { id: shown.id } })
  expect([status, problem.code]).toEqual([409, 'file.in-use'])
})

test('a picture that nothing came to show is forgotten, one that is shown stays', async () => {
  const unused = await sendPicture(t, maya, 'unused.png', await png(60))
  const shown = await sendPicture(t, maya, 'shown.png', await png(70))
  await t.injectAs(maya, addPiece, { body: { title: 'Lamp', description: '', fileId: shown.id } })
  await t.advance(unusedFor - minute)
  expect((await read(`/api/files/${unused.id}`, maya)).statusCode).toBe(200)
  await t.advance(2 * minute)
  expect((await t.injectAs(maya, readFile, { params: { id: unused.id } })).status).toBe(404)
  expect((await read(`/api/files/${shown.id}`, maya)).statusCode).toBe(200)
})

test('a piece without a picture of its own shows the one that was drawn of its model', async () => {
  const body = { title: 'Chair', description: '' }
  const none = await t.injectAs(maya, addPiece, { body })
  expect([none.status, none.problem.code]).toEqual([422, 'piece.no-picture'])
  const work = await uploadWork(t, maya, 'chair.glb', await makeChair(1), { purpose: 'profile' })
  const { reply } = await t.injectAs(maya, addPiece, { body: { ...body, workId: work.id } })
  const piece = reply.portfolio.find((one) => one.work?.id === work.id)
  expect(await facts(piece?.picture.split('/').at(-1) ?? '')).toMatchObject({ name: 'chair.webp', mime: 'image/webp' })
  expect((await read(piece?.picture ?? '', stranger)).headers['content-type']).toBe('image/webp')
})
