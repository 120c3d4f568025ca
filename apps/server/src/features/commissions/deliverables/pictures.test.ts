import * as contract from '@veranda/contract/commissions/routes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storageKey } from '../../../files/stored-bytes.ts'
import { type Person, testApp, type TestApp } from '../../../testing/test-app.ts'
import { sendPicture } from '../../../works/testing/upload.ts'
import { makeCreator, Story } from '../testing/story.ts'

let t: TestApp
let maya: Person
let kenji: Person

beforeAll(async () => {
  t = await testApp()
  maya = await t.person('Maya')
  kenji = await t.person('Kenji', { role: 'creator' })
  await makeCreator(t, kenji)
})
afterAll(() => t.close())

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a53' } })
    .png()
    .toBuffer()

/** What somebody gets at an address: its size in pixels, or the status of a refusal. */
async function get(who: Person, url: string): Promise<string | number> {
  const { statusCode, rawPayload } = await t.app.http.inject({ method: 'GET', url, headers: { cookie: who.cookie } })
  if (statusCode !== 200) return statusCode
  const { width, height } = await sharp(rawPayload).metadata()
  return `${width} × ${height}`
}

test('until the release a client sees a delivered picture no larger than a screen; then the whole of it is theirs', async () => {
  const story = new Story(t, { client: maya, creator: kenji })
  await story.request()
  await story.offer()
  await story.accept()
  await story.fund()
  const { id: large } = await sendPicture(t, kenji, 'front.png', await png(3_000, 1_500))
  const { id: small } = await sendPicture(t, kenji, 'side.png', await png(900, 600))
  const { id } = await story.milestone()
  const body = { notes: 'Here', fileIds: [large, small] }
  const added = (await t.injectAs(kenji, contract.addDeliverable, { params: { id }, body })).reply
  const whole = (file: string) => `/api/files/${file}?form=whole`
  expect(await get(maya, `/api/files/${large}`), 'not submitted yet').toBe(404)
  expect(await get(kenji, whole(large))).toBe('3000 × 1500')
  expect(added.deliverables[0]?.files.map(({ originalUrl }) => originalUrl)).toEqual([whole(large), whole(small)])

  const version = added.deliverables[0]
  const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
  await t.injectAs(kenji, contract.submitMilestone, { params: { id }, body: named })
  const seen = async () => (await story.milestone()).deliverables[0]?.files ?? []
  expect((await seen()).map(({ originalUrl }) => originalUrl)).toEqual([null, null])
  expect(await get(maya, `/api/files/${large}`)).toBe('2048 × 1024')
  expect([await get(maya, whole(large)), await get(maya, whole(small))]).toEqual([404, 404])
  expect(await get(maya, `/api/files/${small}`)).toBe('900 × 600')
  // One that was stored before there was a lesser form is not given whole either.
  const row = await t.deps.db.selectFrom('files').select('sha256').where('id', '=', large).executeTakeFirstOrThrow()
  await t.deps.gateways.storage.remove(storageKey(row.sha256, 'shown'))
  expect(await get(maya, `/api/files/${large}`)).toBe('2048 × 1024')

  await story.approve()
  await t.settle()
  expect((await seen()).map(({ originalUrl }) => originalUrl)).toEqual([whole(large), whole(small)])
  expect(await get(maya, whole(large))).toBe('3000 × 1500')
  expect(await get(maya, `/api/files/${large}`)).toBe('2048 × 1024')
  expect(await get(await t.person('Stella'), whole(large))).toBe(404)
})
