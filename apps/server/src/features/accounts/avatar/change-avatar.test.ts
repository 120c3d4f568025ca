import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { changeAvatar, removeAvatar } from '@veranda/contract/accounts/avatar/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { type ChangeAvatarBody } from '@veranda/contract/accounts/avatar/schemas.ts'
import { readStoredFileFacts, removeStoredFile } from '@veranda/contract/assets/routes.ts'
import { profileChanged } from '@veranda/contract/talent/events.ts'
import { addPortfolioItem, changeProfile, readCreator } from '@veranda/contract/talent/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginUpload, uploadIdOf, uploadImage } from '../../../platform/assets/testing/upload-client.ts'
import { openLiveSocket } from '../../../testing/live-socket.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let address: string
let stranger: TestUser

beforeAll(async () => {
  t = await testApp()
  address = await t.listenWithoutBackground()
  stranger = await t.createUser('Stella')
})
afterAll(() => t.close())

const [red, green, blue, white] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const

/** Draws a picture whose quarters are red and green above blue and white. */
function drawQuarters(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [left, right] = y < height / 2 ? [red, green] : [blue, white]
      pixels.set(x < width / 2 ? left : right, (y * width + x) * 3)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const plainPng = (edge = 300, hue = 90) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: { r: hue, g: 90, b: 90 } } })
    .png()
    .toBuffer()

/** Uploads a picture; returns the id of its file. */
async function upload(user: TestUser, bytes: Uint8Array): Promise<string> {
  const { id, answer } = await uploadImage(t, user, 'me.png', bytes)
  expect(answer.statusCode).toBe(204)
  return id
}

const change = (user: TestUser, body: ChangeAvatarBody) => t.injectAs(user, changeAvatar, { body })
const read = (url: string | null, user: TestUser) =>
  t.app.http.inject({ method: 'GET', url: url ?? 'none', headers: { cookie: user.cookie } })
const statusOf = async (url: string | null, user: TestUser) => (await read(url, user)).statusCode
const idIn = (url: string | null) => url?.split('/').at(-1)?.replace(/\?.*/, '') ?? ''

/** Returns the colour in the middle of each quarter of an image: above first, left before right. */
async function quartersOf(bytes: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [0.25, 0.75].flatMap((down) =>
    [0.25, 0.75].map((across) => {
      const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels
      // WebP loses a little.
      return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 51) * 51)
    }),
  )
}

/** Returns the fields of each change of a user's account, oldest first. */
async function changesOf({ id }: TestUser): Promise<unknown[]> {
  const rows = await t.deps.db
    .selectFrom('events')
    .select('data')
    .where('subject_id', '=', id)
    .where('type', '=', 'account.changed')
    .orderBy('position')
    .execute()
  return rows.map(({ data }) => data)
}

test('everyone sees the chosen square of the picture as it is displayed, as a WebP without metadata', async () => {
  const maya = await t.createUser('Maya')
  // Stored on its side, as phones do, with the place where it was taken.
  const lying = await drawQuarters(400, 800).rotate(270).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  const photo = await sharp(lying)
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const fileId = await upload(maya, photo)
  expect((await t.injectAs(maya, readStoredFileFacts, { params: { id: fileId } })).reply).toMatchObject({
    width: 400,
    height: 800,
  })
  const { reply } = await change(maya, { fileId, crop: { left: 100, top: 300, size: 200 } })
  expect(reply.avatar).not.toBeNull()
  expect((await t.injectAs(maya, readAccount)).reply.avatar).toBe(reply.avatar)
  const shown = await read(reply.avatar, stranger)
  expect(await quartersOf(shown.rawPayload)).toEqual([red, green, blue, white])
  const original = await read(`/api/files/${idIn(reply.avatar)}?form=full`, maya)
  for (const { rawPayload } of [shown, original]) {
    const { format, width, height, exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata()
    expect({ format, width, height, exif, xmp, iptc, orientation }).toEqual({ format: 'webp', width: 200, height: 200 })
    expect(rawPayload.includes('secret place')).toBe(false)
  }
  // The original stays the owner's.
  expect(await statusOf(`/api/files/${fileId}`, stranger)).toBe(404)
})

test('a large picture is made small, and without a crop its middle is shown', async () => {
  const maya = await t.createUser('Maya')
  const wide = await drawQuarters(1_600, 800).png().toBuffer()
  const { reply } = await change(maya, { fileId: await upload(maya, wide) })
  const { rawPayload } = await read(reply.avatar, stranger)
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 512, height: 512 })
  expect(await quartersOf(rawPayload)).toEqual([red, green, blue, white])
})

test('a colour profile stays, and of an animation the first frame is shown', async () => {
  const maya = await t.createUser('Maya')
  const vivid = await drawQuarters(300, 300).withIccProfile('p3').png().toBuffer()
  const first = await change(maya, { fileId: await upload(maya, vivid) })
  expect((await sharp((await read(first.reply.avatar, stranger)).rawPayload).metadata()).icc).toBeDefined()
  const frames = [red, blue].map(([r, g, b]) =>
    sharp({ create: { width: 200, height: 200, channels: 3, background: { r, g, b } } })
      .png()
      .toBuffer(),
  )
  const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer()
  const second = await change(maya, { fileId: await upload(maya, animation) })
  const { rawPayload } = await read(second.reply.avatar, stranger)
  expect((await sharp(rawPayload).metadata()).pages ?? 1).toBe(1)
  expect(await quartersOf(rawPayload)).toEqual([red, red, red, red])
})

test('a refusal names the field', async () => {
  const maya = await t.createUser('Maya')
  const fileId = await upload(maya, await plainPng(300))
  const refusal = async (body: ChangeAvatarBody) => {
    const { status, problem } = await change(maya, body)
    return [status, problem.code, problem.field]
  }
  const theirs = await upload(stranger, await plainPng())
  expect(await refusal({ fileId: theirs })).toEqual([404, 'file.not-found', 'fileId'])
  expect(await refusal({ fileId: randomUUID() })).toEqual([404, 'file.not-found', 'fileId'])
  const begun = uploadIdOf(await beginUpload(t, maya, 'me.png', 100, { purpose: 'image' }))
  expect(await refusal({ fileId: begun })).toEqual([409, 'asset.still-uploading', 'fileId'])
  const document = uploadIdOf(await beginUpload(t, maya, 'plan.pdf', 100))
  expect(await refusal({ fileId: document })).toEqual([422, 'file.not-an-image', 'fileId'])
  expect(await refusal({ fileId, crop: { left: 0, top: 0, size: 127 } })).toEqual([422, 'avatar.too-small', 'crop'])
  const outside = { left: 200, top: 0, size: 128 }
  expect(await refusal({ fileId, crop: outside })).toEqual([422, 'avatar.crop-outside', 'crop'])
  const tiny = await upload(maya, await plainPng(100))
  expect(await refusal({ fileId: tiny })).toEqual([422, 'avatar.too-small', 'crop'])
  await t.injectAs(maya, removeStoredFile, { params: { id: fileId } })
  expect(await refusal({ fileId })).toEqual([404, 'file.not-found', 'fileId'])
  expect((await t.injectAs(maya, readAccount)).reply.avatar).toBeNull()
  expect(await changesOf(maya)).toEqual([])
})

test('open tabs learn of a new and of a removed picture', async () => {
  const maya = await t.createUser('Maya')
  const fileId = await upload(maya, await plainPng())
  await t.runUntilIdle()
  const tab = await openLiveSocket(address, maya)
  const countReceived = () => tab.received(accountChanged).length
  await change(maya, { fileId })
  await t.runUntilIdle()
  await expect.poll(countReceived).toBe(1)
  await t.injectAs(maya, removeAvatar)
  await t.runUntilIdle()
  await expect.poll(countReceived).toBe(2)
  tab.close()
  expect(await changesOf(maya)).toEqual([
    { userId: maya.id, fields: ['avatar'] },
    { userId: maya.id, fields: ['avatar'] },
  ])
})

test("a creator's page shows the picture, and open tabs with the page learn of it", async () => {
  const creator = await t.createUser('Clara', { role: 'creator' })
  await t.injectAs(creator, changeProfile, { body: { headline: 'Chairs' } })
  const fileId = await upload(creator, await plainPng())
  await t.runUntilIdle()
  const tab = await openLiveSocket(address, creator)
  const { reply } = await change(creator, { fileId })
  await t.runUntilIdle()
  await expect.poll(() => tab.received(profileChanged).map(({ id }) => id)).toEqual([creator.id])
  tab.close()
  const page = (await t.injectAs(stranger, readCreator, { params: { id: creator.id } })).reply
  expect(page.avatar).toBe(reply.avatar)
})

test('others stop seeing a former picture at once, and its files are deleted after a day', async () => {
  const maya = await t.createUser('Maya')
  const sources = [await upload(maya, await plainPng(300, 10)), await upload(maya, await plainPng(300, 20))] as const
  // Its owner shows this one on their page too.
  await t.injectAs(maya, addPortfolioItem, { body: { title: 'Me', description: '', fileId: sources[1] } })
  const first = (await change(maya, { fileId: sources[0] })).reply.avatar
  const second = (await change(maya, { fileId: sources[1] })).reply.avatar
  expect([await statusOf(first, stranger), await statusOf(second, stranger)]).toEqual([404, 200])
  const filesOfMaya = [`/api/files/${sources[0]}`, first, second, `/api/files/${sources[1]}`]
  const readStatuses = () => Promise.all(filesOfMaya.map((url) => statusOf(url, maya)))
  await t.advance(day - minute)
  expect(await readStatuses()).toEqual([200, 200, 200, 200])
  await t.advance(2 * minute)
  expect(await readStatuses()).toEqual([404, 404, 200, 200])
  await t.injectAs(maya, removeAvatar)
  expect((await t.injectAs(maya, readAccount)).reply.avatar).toBeNull()
  expect(await statusOf(second, stranger)).toBe(404)
  await t.advance(day + minute)
  expect(await readStatuses()).toEqual([404, 404, 404, 200])
})

test('a removed picture can be shown again within a day, byte for byte, and then stays', async () => {
  const maya = await t.createUser('Maya')
  const { avatar } = (await change(maya, { fileId: await upload(maya, await drawQuarters(600, 600).png().toBuffer()) }))
    .reply
  const before = (await read(avatar, stranger)).rawPayload
  expect((await t.injectAs(maya, removeAvatar)).reply.avatar).toBeNull()
  expect((await t.injectAs(maya, removeAvatar)).reply.avatar).toBeNull()
  expect((await change(maya, { fileId: idIn(avatar) })).reply.avatar).toBe(avatar)
  await t.advance(40 * day)
  expect((await read(avatar, stranger)).rawPayload.equals(before)).toBe(true)
  // Neither repeat is a change.
  expect(await change(maya, { fileId: idIn(avatar) })).toMatchObject({ status: 200 })
  expect(await changesOf(maya)).toHaveLength(3)
})

test('a repeated change, and the same change in two tabs, show one picture', async () => {
  const maya = await t.createUser('Maya')
  const fileId = await upload(maya, await plainPng())
  const body = { fileId, crop: { left: 10, top: 10, size: 200 } }
  const both = await Promise.all([change(maya, body), change(maya, body)])
  const repeated = await change(maya, body)
  expect(new Set([...both, repeated].map(({ reply }) => reply.avatar)).size).toBe(1)
  expect(await changesOf(maya)).toHaveLength(1)
  expect(await statusOf(repeated.reply.avatar, stranger)).toBe(200)
  await t.advance(2 * day)
  expect(await statusOf(repeated.reply.avatar, stranger)).toBe(200)
})

test('of two pictures chosen at once one is shown, and the other is deleted', async () => {
  const maya = await t.createUser('Maya')
  const sources = [await upload(maya, await plainPng(300, 30)), await upload(maya, await plainPng(300, 40))]
  const replies = await Promise.all(sources.map((fileId) => change(maya, { fileId })))
  const { avatar } = (await t.injectAs(maya, readAccount)).reply
  expect(replies.map(({ reply }) => reply.avatar)).toContain(avatar)
  await t.advance(day + minute)
  const left = await t.deps.db.selectFrom('stored_files').select('id').where('owner_id', '=', maya.id).execute()
  expect(left.map(({ id }) => id)).toEqual([idIn(avatar)])
})
