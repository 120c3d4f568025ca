import * as contract from '@veranda/contract/commissions/routes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { uploadImage } from '../../../platform/assets/testing/upload-client.ts'
import { makeCreator, CommissionScenario } from '../testing/commission-scenario.ts'

let t: TestApp
let maya: TestUser
let kenji: TestUser

beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  kenji = await t.createUser('Kenji', { role: 'creator' })
  await makeCreator(t, kenji)
})
afterAll(() => t.close())

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a53' } })
    .png()
    .toBuffer()

/** Requests a URL and returns the image size in pixels, or the status of a refusal. */
async function get(who: TestUser, url: string): Promise<string | number> {
  const { statusCode, rawPayload } = await t.app.http.inject({ method: 'GET', url, headers: { cookie: who.cookie } })
  if (statusCode !== 200) return statusCode
  const { width, height } = await sharp(rawPayload).metadata()
  return `${width} × ${height}`
}

test('before the release the client sees a delivered image at screen size only; afterwards the full file is theirs', async () => {
  const scenario = new CommissionScenario(t, { client: maya, creator: kenji })
  await scenario.request()
  await scenario.makeOffer()
  await scenario.accept()
  await scenario.fund()
  const { id: large } = await uploadImage(t, kenji, 'front.png', await png(3_000, 1_500))
  const { id: small } = await uploadImage(t, kenji, 'side.png', await png(900, 600))
  const { id } = await scenario.milestone()
  const body = { notes: 'Here', fileIds: [large, small] }
  const added = (await t.injectAs(kenji, contract.addDeliverable, { params: { id }, body })).reply
  const whole = (file: string) => `/api/files/${file}?form=full`
  expect(await get(maya, `/api/files/${large}`), 'not submitted yet').toBe(404)
  expect(await get(kenji, whole(large))).toBe('3000 × 1500')
  expect(added.deliverables[0]?.files.map(({ sourceUrl }) => sourceUrl)).toEqual([whole(large), whole(small)])

  const version = added.deliverables[0]
  const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
  await t.injectAs(kenji, contract.submitMilestone, { params: { id }, body: named })
  const seen = async () => (await scenario.milestone()).deliverables[0]?.files ?? []
  expect((await seen()).map(({ sourceUrl }) => sourceUrl)).toEqual([null, null])
  expect(await get(maya, `/api/files/${large}`)).toBe('2048 × 1024')
  expect([await get(maya, whole(large)), await get(maya, whole(small))]).toEqual([404, 404])
  expect(await get(maya, `/api/files/${small}`)).toBe('900 × 600')

  await scenario.approve()
  await t.runUntilIdle()
  expect((await seen()).map(({ sourceUrl }) => sourceUrl)).toEqual([whole(large), whole(small)])
  expect(await get(maya, whole(large))).toBe('3000 × 1500')
  expect(await get(maya, `/api/files/${large}`)).toBe('2048 × 1024')
  expect(await get(await t.createUser('Stella'), whole(large))).toBe(404)
})
