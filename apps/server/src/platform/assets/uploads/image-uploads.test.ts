import { changeAvatar } from '@veranda/contract/accounts/avatar/routes.ts'
import { readStoredFile, readStoredFileFacts, removeStoredFile } from '@veranda/contract/assets/routes.ts'
import { type StoredFile } from '@veranda/contract/assets/schemas.ts'
import { addPortfolioItem } from '@veranda/contract/talent/routes.ts'
import { uploadLimits } from '@veranda/core/assets/upload-rules.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { hash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../../seed/assets/chair.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { unusedRetentionMs } from '../stored-files/store-image.ts'
import {
  beginUpload,
  listAssetNames,
  requestUpload,
  sendUploadBytes,
  uploadIdOf,
  uploadImage,
} from '../testing/upload-client.ts'
import { uploadConvertedModel } from '../testing/upload-converted-model.ts'
import { finishUpload } from './finish-upload.ts'

let t: TestApp
let maya: TestUser
let stranger: TestUser

beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  stranger = await t.createUser('Stella')
})
afterAll(() => t.close())

const makePng = (hue: number, more: { width?: number; copyright?: string } = {}) =>
  sharp({ create: { width: more.width ?? 40, height: 30, channels: 3, background: { r: hue, g: 90, b: 90 } } })
    .withMetadata({ exif: { IFD0: { Copyright: more.copyright ?? 'none' } } })
    .png()
    .toBuffer()
const read = (url: string, who?: TestUser) =>
  t.app.http.inject({ method: 'GET', url, headers: who ? { cookie: who.cookie } : {} })
const readFacts = async (id: string, who = maya) =>
  (await t.injectAs(who, readStoredFileFacts, { params: { id } })).reply
const listUploadFiles = () => readdir(join(t.deps.env.dataDir, 'uploads')).catch(() => [])
const countStoredImages = async () => {
  const all = await readdir(join(t.deps.env.dataDir, 'files', 'images'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).length
}

test('an image sent in pieces is detected by content, is shown without metadata, and is visible to its owner only', async () => {
  const bytes = await makePng(160, { copyright: 'secret place' })
  const id = uploadIdOf(await beginUpload(t, maya, 'chair.png', bytes.length, { purpose: 'image' }))
  expect((await sendUploadBytes(t, maya, id, 0, bytes.subarray(0, 50))).headers['upload-offset']).toBe('50')
  expect((await t.injectAs(maya, readStoredFileFacts, { params: { id } })).status).toBe(404)
  expect((await requestUpload(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('50')
  expect((await sendUploadBytes(t, maya, id, 50, bytes.subarray(50))).statusCode).toBe(204)
  const stored: StoredFile = await readFacts(id)
  expect(stored).toMatchObject({ id, width: 40, height: 30, mediaType: 'image/png', name: 'chair.png' })
  expect([stored.bytes, stored.hash]).toEqual([bytes.length, hash('sha256', bytes)])
  const mine = await read(stored.url, maya)
  expect(mine.headers['content-type']).toBe('image/webp')
  expect(mine.headers['content-security-policy']).toContain('sandbox')
  expect((await sharp(mine.rawPayload).metadata()).exif).toBeUndefined()
  expect((await read(stored.url, stranger)).statusCode).toBe(404)
  expect((await read(stored.url)).statusCode).toBe(404)
  expect((await t.injectAs(stranger, readStoredFileFacts, { params: { id } })).status).toBe(404)
  await t.runUntilIdle()
  expect(await listUploadFiles()).toEqual([])
  expect(await listAssetNames(t, maya)).toEqual([])
})

test('the original is kept byte for byte, whatever its size and format; a preview is upright and no larger than a screen', async () => {
  const image = sharp({ create: { width: 5_000, height: 1_000, channels: 3, background: '#284' } })
  const jpeg = await image.withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { id } = await uploadImage(t, maya, 'tower.jpg', jpeg)
  expect(await readFacts(id)).toMatchObject({
    width: 1_000,
    height: 5_000,
    mediaType: 'image/jpeg',
    bytes: jpeg.length,
  })
  const original = await read(`/api/files/${id}?form=full&download=1`, maya)
  expect(original.headers['content-type']).toBe('image/jpeg')
  expect(original.headers['content-disposition']).toContain('tower.jpg')
  expect(original.rawPayload.equals(jpeg)).toBe(true)
  const preview = await read(`/api/files/${id}?download=1`, maya)
  expect(preview.headers['content-disposition']).toContain('tower.webp')
  expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 410, height: 2_048 })
})

test('others see a portfolio image without its metadata and cannot read the original', async () => {
  const { id } = await uploadImage(t, maya, 'place.png', await makePng(45, { copyright: 'secret place' }))
  await t.injectAs(maya, addPortfolioItem, { body: { title: 'Place', description: '', fileId: id } })
  const shown = await read(`/api/files/${id}`, stranger)
  expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
  expect((await read(`/api/files/${id}?form=full`, stranger)).statusCode).toBe(404)
})

test('a client that missed the last response asks for the offset and learns that the upload is complete', async () => {
  const { id } = await uploadImage(t, maya, 'heard.png', await makePng(10))
  const asked = await requestUpload(t, maya, id, 'HEAD')
  expect([asked.statusCode, asked.headers['upload-offset']]).toEqual([200, asked.headers['upload-length']])
  expect((await sendUploadBytes(t, maya, id, 0, randomBytes(10))).json()).toMatchObject({
    code: 'upload.already-complete',
  })
  expect((await requestUpload(t, maya, id, 'DELETE')).statusCode).toBe(409)
  expect((await requestUpload(t, stranger, id, 'HEAD')).statusCode).toBe(404)
})

test('an upload completed without the server noticing becomes the image on the next request', async () => {
  const bytes = await makePng(20)
  const id = uploadIdOf(await beginUpload(t, maya, 'unnoticed.png', bytes.length, { purpose: 'image' }))
  await sendUploadBytes(t, maya, id, 0, bytes.subarray(0, 20))
  const { Readable } = await import('node:stream')
  const store = await t.deps.gateways.uploads.tus()
  await store.write(Readable.from([bytes.subarray(20)]), id, 20)
  const both = await Promise.all([requestUpload(t, maya, id, 'HEAD'), requestUpload(t, maya, id, 'HEAD')])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await finishUpload(t.deps, id)).ok).toBe(true)
  expect(await readFacts(id)).toMatchObject({ name: 'unnoticed.png' })
})

test('a file that is not an image or has another hash is refused with a message and leaves nothing', async () => {
  const refused = async (bytes: Buffer, more = {}) => {
    const { id, answer } = await uploadImage(t, maya, 'a.png', bytes, more)
    const gone = (await requestUpload(t, maya, id, 'HEAD')).statusCode
    return [answer.statusCode, answer.headers['content-type'], answer.json<{ code: string }>().code, gone]
  }
  const problem = 'application/problem+json; charset=utf-8'
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(await refused(svg)).toEqual([422, problem, 'file.not-an-image', 404])
  const promised = { sha256: 'a'.repeat(64) }
  expect(await refused(await makePng(30), promised)).toEqual([422, problem, 'upload.hash-mismatch', 404])
  await t.runUntilIdle()
  expect(await listUploadFiles()).toEqual([])
})

test('an image that is too large or exceeds the quota is refused before its first byte', async () => {
  const large = await beginUpload(t, maya, 'poster.png', uploadLimits.imageBytes + 1, { purpose: 'image' })
  expect([large.statusCode, large.json()]).toMatchObject([413, { code: 'upload.too-large', facts: { megabytes: 10 } }])
  const otto = await t.createUser('Otto')
  const { id } = await uploadImage(t, otto, 'a.png', await makePng(40))
  await t.deps.db
    .updateTable('stored_files')
    .set({ bytes: uploadLimits.imageQuotaBytes })
    .where('id', '=', id)
    .execute()
  const full = await beginUpload(t, otto, 'b.png', 1_000, { purpose: 'image' })
  expect([full.statusCode, full.json()]).toMatchObject([
    422,
    { code: 'upload.quota-exceeded', facts: { megabytes: 2_000 } },
  ])
  expect((await beginUpload(t, otto, 'b.glb', 1_000)).statusCode).toBe(201)
})

test('users can remove their own unused image; equal bytes are deleted with the last image', async () => {
  const bytes = await makePng(50)
  const [first, second] = [await uploadImage(t, maya, 'a.png', bytes), await uploadImage(t, maya, 'b.png', bytes)]
  const before = await countStoredImages()
  const remove = async (id: string, who = maya) => (await t.injectAs(who, removeStoredFile, { params: { id } })).status
  expect(await remove(first.id, stranger)).toBe(404)
  expect(await remove(first.id)).toBe(200)
  await t.runUntilIdle()
  expect(await countStoredImages()).toBe(before)
  expect((await read(`/api/files/${second.id}`, maya)).statusCode).toBe(200)
  expect(await remove(second.id)).toBe(200)
  await t.runUntilIdle()
  // The original and its preview.
  expect(await countStoredImages()).toBe(before - 2)
  const shown = await uploadImage(t, maya, 'c.png', bytes)
  await t.injectAs(maya, addPortfolioItem, { body: { title: 'Chair', description: '', fileId: shown.id } })
  const { status, problem } = await t.injectAs(maya, removeStoredFile, { params: { id: shown.id } })
  expect([status, problem.code]).toEqual([409, 'file.in-use'])
})

test('an unused image expires, a used one stays', async () => {
  const unused = await uploadImage(t, maya, 'unused.png', await makePng(60))
  const shown = await uploadImage(t, maya, 'shown.png', await makePng(70))
  await t.injectAs(maya, addPortfolioItem, { body: { title: 'Lamp', description: '', fileId: shown.id } })
  await t.advance(unusedRetentionMs - minute)
  expect((await read(`/api/files/${unused.id}`, maya)).statusCode).toBe(200)
  await t.advance(2 * minute)
  expect((await t.injectAs(maya, readStoredFile, { params: { id: unused.id } })).status).toBe(404)
  expect((await read(`/api/files/${shown.id}`, maya)).statusCode).toBe(200)
})

test('the image that a user is shown with stays, and cannot be removed', async () => {
  const portrait = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#284' } })
    .png()
    .toBuffer()
  const { id: fileId } = await uploadImage(t, maya, 'portrait.png', portrait)
  const { reply } = await t.injectAs(maya, changeAvatar, { body: { fileId } })
  const id = reply.avatar?.split('/').at(-1)?.replace(/\?.*/, '') ?? ''
  expect((await t.injectAs(maya, removeStoredFile, { params: { id } })).problem.code).toBe('file.in-use')
  await t.advance(unusedRetentionMs + minute)
  expect((await read(`/api/files/${id}`, stranger)).statusCode).toBe(200)
})

test('a portfolio item without an image shows the thumbnail of its model', async () => {
  const body = { title: 'Chair', description: '' }
  const none = await t.injectAs(maya, addPortfolioItem, { body })
  expect([none.status, none.problem.code]).toEqual([422, 'portfolio.no-image'])
  const asset = await uploadConvertedModel(t, maya, 'chair.glb', await makeChair(1), { purpose: 'profile' })
  const { reply } = await t.injectAs(maya, addPortfolioItem, { body: { ...body, assetId: asset.id } })
  const item = reply.portfolio.find((one) => one.asset?.id === asset.id)
  expect(await readFacts(item?.image.split('/').at(-1) ?? '')).toMatchObject({
    name: 'chair.webp',
    mediaType: 'image/webp',
  })
  expect((await read(item?.image ?? '', stranger)).headers['content-type']).toBe('image/webp')
})
