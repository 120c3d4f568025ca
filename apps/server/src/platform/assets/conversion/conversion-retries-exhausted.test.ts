import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assetChanged } from '@veranda/contract/assets/events.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../events/streams.ts'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { listAssetNames, uploadAsset } from '../testing/upload-client.ts'

let t: TestApp
let kenji: TestUser

beforeAll(async () => {
  // A scanner that never gives a clear result.
  t = await testApp({ env: { VIRUS_SCANNER: `${process.execPath} -e process.exit(2)` } })
  kenji = await t.createUser('Kenji')
})
afterAll(() => t.close())

/** Runs the next retry at once, without its delay. */
async function retryNow(): Promise<void> {
  await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(t.deps.db)
  await t.runUntilIdle()
}
const readState = async (id: string) => (await t.injectAs(kenji, readAsset, { params: { id } })).reply
const listUploadFiles = () => readdir(join(t.deps.env.dataDir, 'uploads')).catch(() => [])

test('a file that cannot be checked in eight tries is refused with its reason, published live, and leaves nothing', async () => {
  const { id, state } = await uploadAsset(t, kenji, 'plan.pdf', Buffer.from('%PDF-1.7 plan'))
  expect(state).toBe('checking')
  for (let attempt = 0; attempt < 6; attempt += 1) await retryNow()
  expect((await readState(id)).state).toBe('checking')
  expect(await listUploadFiles()).not.toEqual([])
  await retryNow()
  const refused = await readState(id)
  expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'asset.check-unavailable' }, sourceUrl: null })
  expect(refused.refusal?.message).toContain('Upload it again')
  const published = (await readStream(t.deps.db, { kind: 'user', id: kenji.id })).map(({ name, payload }) => ({
    name,
    ...payload,
  }))
  // Waiting, checking and refused.
  expect(published).toEqual([1, 2, 3].map((version) => ({ name: assetChanged.name, id, version })))
  expect(await listUploadFiles()).toEqual([])
  // An admin sees that the scanner caused it, and a retry does not change the published result.
  const [failed] = await t.app.jobs.listFailed()
  expect(failed?.error).toContain('the virus scanner ended with 2')
  expect(await t.app.jobs.retryFailed(failed?.queue ?? '', failed?.id ?? '')).toBe(true)
  await t.runUntilIdle()
  expect((await readState(id)).state).toBe('refused')
  await t.advance(day + minute)
  expect(await listAssetNames(t, kenji)).toEqual([])
})
