import { readAsset, readStoredFileFacts } from '@veranda/contract/assets/routes.ts'
import { openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { addPortfolioItem } from '@veranda/contract/talent/routes.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { makePhotograph, photographMetadata, photographSecrets } from '../testing/make-photograph.ts'
import { uploadAsset, uploadImage } from '../testing/upload-client.ts'

let t: TestApp
let maya: TestUser
let kenji: TestUser

beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  kenji = await t.createUser('Kenji', { role: 'creator' })
  await t.runUntilIdle()
})
afterAll(() => t.close())

async function get(who: TestUser, url: string) {
  const { statusCode, headers, rawPayload } = await t.app.http.inject({ url, headers: { cookie: who.cookie } })
  return { status: statusCode, type: headers['content-type'], named: headers['content-disposition'], bytes: rawPayload }
}

/** Sends an asset of Kenji's to Maya in a message. */
async function sendToMaya(assetId: string): Promise<void> {
  const opened = await t.injectAs(kenji, openDirectConversation, { body: { userId: maya.id } })
  const body = { clientId: randomUUID(), message: '', assetIds: [assetId] }
  await t.injectAs(kenji, sendMessage, { params: { id: opened.reply.id }, body })
}

/** Expects pixels and profile of the photograph, turned upright, and nothing else of what it carried. */
async function expectOnlyThePicture(bytes: Buffer): Promise<void> {
  const metadata = await sharp(bytes).metadata()
  expect(metadata).toMatchObject({ width: 40, height: 60 })
  expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const found = photographSecrets.filter((secret) => bytes.includes(secret))
  expect(found).toEqual([])
  const profile = (await sharp(await makePhotograph()).metadata()).icc
  expect(metadata.icc && profile && metadata.icc.equals(profile)).toBe(true)
  const [red, blue] = await Promise.all([colourAt(bytes, 5), colourAt(bytes, 55)])
  expect([red.r > red.b, blue.b > blue.r]).toEqual([true, true])
}

async function colourAt(bytes: Buffer, top: number) {
  const raw = await sharp(bytes).extract({ left: 20, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return { r: raw[0] ?? 0, b: raw[2] ?? 0 }
}

test('the photograph of these tests carries what it should', async () => {
  const bytes = await makePhotograph()
  expect(photographSecrets.filter((secret) => !bytes.includes(secret))).toEqual([])
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 40, orientation: 6 })
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'a photograph in chat reaches the other side upright, with its profile and nothing else: %s',
  async (format) => {
    const original = await makePhotograph(format)
    const asset = await uploadAsset(t, kenji, `pier.${format}`, original, { purpose: 'chat' })
    await sendToMaya(asset.id)
    const seen = (await t.injectAs(maya, readAsset, { params: { id: asset.id } })).reply
    expect(seen).not.toHaveProperty('embeddedMetadata')
    for (const url of [asset.thumbnail ?? '', seen.sourceUrl ?? '', `${seen.sourceUrl ?? ''}?download=1`]) {
      const { status, type, bytes } = await get(maya, url)
      expect([url, status]).toEqual([url, 200])
      expect(type).toBe(url === asset.thumbnail ? 'image/webp' : `image/${format}`)
      await expectOnlyThePicture(bytes)
    }
    expect((await get(maya, `${seen.sourceUrl ?? ''}?download=1`)).named).toContain(`pier.${format}`)
    // Its owner keeps the file as it is, and sees what it carries.
    expect((await get(kenji, asset.sourceUrl ?? '')).bytes.equals(original)).toBe(true)
    expect(asset.embeddedMetadata).toEqual(photographMetadata)
  },
)

test('an image without a rendition for sharing is shared by its thumbnail alone', async () => {
  const asset = await uploadAsset(t, kenji, 'older.jpg', await makePhotograph(), { purpose: 'chat' })
  await sendToMaya(asset.id)
  await t.deps.db.updateTable('asset_sources').set({ shared_bytes: null }).execute()
  const { type, named, bytes } = await get(maya, `/api/assets/${asset.id}/source?download=1`)
  expect([type, named]).toEqual(['image/webp', expect.stringContaining('older.webp')])
  await expectOnlyThePicture(bytes)
})

test('a portfolio picture reaches everyone upright, with its profile and nothing else; the original stays private', async () => {
  const original = await makePhotograph()
  const { id } = await uploadImage(t, kenji, 'pier.jpg', original)
  await t.injectAs(kenji, addPortfolioItem, { body: { title: 'Pier', description: '', fileId: id } })
  for (const query of ['', '?download=1']) {
    const { status, bytes } = await get(maya, `/api/files/${id}${query}`)
    expect(status).toBe(200)
    await expectOnlyThePicture(bytes)
  }
  expect((await get(maya, `/api/files/${id}?form=full&download=1`)).status).toBe(404)
  expect((await t.injectAs(maya, readStoredFileFacts, { params: { id } })).status).toBe(404)
  expect((await get(kenji, `/api/files/${id}?form=full`)).bytes.equals(original)).toBe(true)
  expect((await t.injectAs(kenji, readStoredFileFacts, { params: { id } })).reply.embeddedMetadata).toEqual(
    photographMetadata,
  )
})

test('a portfolio picture made from an asset carries nothing either', async () => {
  const asset = await uploadAsset(t, kenji, 'pier.jpg', await makePhotograph(), { purpose: 'profile' })
  const body = { title: 'Pier again', description: '', fileId: null, assetId: asset.id }
  const image = (await t.injectAs(kenji, addPortfolioItem, { body })).reply.portfolio.at(-1)?.image ?? ''
  await expectOnlyThePicture((await get(maya, image)).bytes)
  await expectOnlyThePicture((await get(maya, asset.thumbnail ?? '')).bytes)
  expect((await get(maya, asset.sourceUrl ?? '')).status).toBe(404)
})

test('an animation keeps its frames and loses its metadata', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const animation = await sharp(frames, { join: { animated: true } })
    .withExif({ IFD0: { Artist: 'Sefton Photographer' } })
    .webp()
    .toBuffer()
  const asset = await uploadAsset(t, kenji, 'spin.webp', animation, { purpose: 'chat' })
  await sendToMaya(asset.id)
  const { bytes } = await get(maya, `/api/assets/${asset.id}/source`)
  expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ pages: 3, width: 20, pageHeight: 20 })
  expect(bytes.includes('Sefton')).toBe(false)
})
