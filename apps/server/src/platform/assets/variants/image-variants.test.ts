import { readStoredFile } from '@veranda/contract/assets/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { scheduleNightly } from '../../timers/nightly-timer.ts'
import { enqueueBytesDeletion } from '../stored-files/delete-unused-image-bytes.ts'
import { prepareImage } from '../stored-files/prepare-image.ts'
import { storeImage } from '../stored-files/store-image.ts'
import { makeImageVariants } from './make-image-variants.ts'
import { makeMissingVariantsNightly } from './make-missing-variants.ts'
import { variantKeys } from './variant-keys.ts'

const avifBrowser = 'image/avif,image/webp,image/png,*/*;q=0.8'
let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.createUser('Ann Archer')
})
afterAll(() => app.close())

/** Stores a picture of noise, in which every width has other bytes; returns its id and hash. */
async function store(width: number, height: number): Promise<{ id: string; sha256: string }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer()
  const image = await prepareImage(bytes)
  if (!image.ok) throw new Error(image.refusal.code)
  const id = app.deps.ids.next()
  const file = { ownerId: user.id, fileId: id, name: 'picture.png' }
  const stored = await app.transact((tx) => storeImage({ tx, deps: app.deps }, file, image.value))
  if (!stored.ok) throw new Error(stored.refusal.code)
  return { id, sha256: image.value.sha256 }
}

/** Reads an image as an `<img>` does; returns its type, its size and how long it may be kept. */
async function read(id: string, query: string, accept: string = avifBrowser) {
  const reply = await app.app.http.inject({
    url: `/api/files/${id}${query}`,
    headers: { accept, cookie: user.cookie },
  })
  const { format, width } = await sharp(reply.rawPayload)
    .metadata()
    .catch(() => ({ format: undefined, width: undefined }))
  const { 'content-type': type, 'cache-control': cache, vary } = reply.headers
  return { status: reply.statusCode, type, format, width, cache, vary, bytes: reply.rawPayload.length }
}

test('an image comes in the width that is asked for, as AVIF or WebP by what the browser takes', async () => {
  const { id, sha256 } = await store(700, 500)
  expect(await read(id, '?width=480')).toMatchObject({ type: 'image/webp', width: 700, cache: 'private, max-age=60' })
  await makeImageVariants.run({ source: 'image', sha256 }, app.deps)
  const avif = await read(id, '?width=480')
  expect(avif).toMatchObject({ type: 'image/avif', format: 'heif', width: 480 })
  expect(avif.vary).toContain('Accept')
  const webp = await read(id, '?width=240', 'image/webp,*/*')
  expect(webp).toMatchObject({ type: 'image/webp', format: 'webp', width: 240 })
  const whole = await read(id, '')
  expect(avif.bytes).toBeLessThan(whole.bytes)
  // Wider than the image there is only the image itself.
  expect(await read(id, '?width=960')).toMatchObject({ type: 'image/webp', width: 700, bytes: whole.bytes })
  expect((await read(id, '?width=960')).cache).toContain('immutable')
})

test('a width that does not exist is refused, and a download is always the whole image', async () => {
  const { id, sha256 } = await store(500, 300)
  await makeImageVariants.run({ source: 'image', sha256 }, app.deps)
  expect((await read(id, '?width=481')).status).toBe(422)
  expect(await read(id, '?width=240&download=1')).toMatchObject({ type: 'image/webp', width: 500 })
  expect(await read(id, '?width=240&form=full')).toMatchObject({ type: 'image/png', width: 500 })
})

test('a width is as private as the image', async () => {
  const { id, sha256 } = await store(300, 300)
  await makeImageVariants.run({ source: 'image', sha256 }, app.deps)
  const stranger = await app.createUser('Sam Stranger')
  expect((await app.injectAs(stranger, readStoredFile, { params: { id }, query: { width: 240 } })).status).toBe(404)
})

test('images from before get their widths at night', async () => {
  const { sha256 } = await store(300, 200)
  await app.deps.db.deleteFrom('image_variants').execute()
  await scheduleNightly(app.deps, [makeMissingVariantsNightly])
  await app.advance(day)
  const { rows } = await sql<{ data: { source: string; sha256: string } }>`
    select data from pgboss.job where name = ${makeImageVariants.queue}`.execute(app.deps.db)
  // Once when it was stored, and once more in the night.
  expect(rows.filter(({ data }) => data.source === 'image' && data.sha256 === sha256)).toHaveLength(2)
})

test('with the image its widths are removed, also those that were made meanwhile', async () => {
  const { id, sha256 } = await store(600, 400)
  const image = { source: 'image', sha256 } as const
  await makeImageVariants.run(image, app.deps)
  const { storage } = app.deps.gateways
  const kept = async () => {
    const found = await Promise.all(variantKeys(image, [240, 480]).map((key) => storage.get(key)))
    return found.filter((bytes) => bytes !== undefined).length
  }
  expect(await kept()).toBe(4)
  await app.deps.db.deleteFrom('stored_files').where('id', '=', id).execute()
  await app.transact((tx) => enqueueBytesDeletion(tx, app.deps, sha256))
  await app.deps.db.deleteFrom('timers').where('subject_id', '=', id).execute()
  await app.runUntilIdle()
  expect(await kept()).toBe(0)
  expect(await app.deps.db.selectFrom('image_variants').selectAll().where('sha256', '=', sha256).execute()).toEqual([])
})
