import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listWorks, readWork } from '@veranda/contract/works/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, testApp, type TestApp } from '../../testing/test-app.ts'
import { uploadWork } from '../testing/upload.ts'

let t: TestApp
let kenji: Person

beforeAll(async () => {
  // A scanner that says neither clean nor found: nobody knows.
  t = await testApp({ env: { VIRUS_SCANNER: `${process.execPath} -e process.exit(2)` } })
  kenji = await t.person('Kenji')
})
afterAll(() => t.close())

/** The next try at once, without the pause before it. */
async function tryAgain(): Promise<void> {
  await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(t.deps.db)
  await t.settle()
}
const read = async (id: string) => (await t.injectAs(kenji, readWork, { params: { id } })).reply
const filesLeft = () => readdir(join(t.deps.env.dataDir, 'uploads')).catch(() => [])

test('a file that could not be checked in eight tries is refused with its reason, told live, and leaves nothing', async () => {
  const told = vi.spyOn(t.deps.live, 'toPerson')
  const { id, state } = await uploadWork(t, kenji, 'plan.pdf', Buffer.from('%PDF-1.7 plan'))
  expect(state).toBe('checking')
  for (let again = 0; again < 6; again += 1) await tryAgain()
  expect((await read(id)).state).toBe('checking')
  expect(await filesLeft()).not.toEqual([])
  await tryAgain()
  const refused = await read(id)
  expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'work.not-checked' }, originalUrl: null })
  expect(refused.refusal?.message).toContain('upload it again')
  expect(told.mock.lastCall).toMatchObject([kenji.id, 'work_update', { id, state: 'refused' }])
  expect(await filesLeft()).toEqual([])
  // An operator sees that the scanner was the fault, and trying again changes nothing that was told.
  const [failed] = await t.app.jobs.failed()
  expect(failed?.error).toContain('the virus scanner ended with 2')
  expect(await t.app.jobs.retry(failed?.queue ?? '', failed?.id ?? '')).toBe(true)
  await t.settle()
  expect((await read(id)).state).toBe('refused')
  await t.advance(day + minute)
  expect((await t.injectAs(kenji, listWorks, { query: {} })).reply.items).toEqual([])
})
