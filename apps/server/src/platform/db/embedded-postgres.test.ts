import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { withOwnConnection } from './own-connection.ts'

const fast = ['fsync=off', 'full_page_writes=off', 'shared_buffers=16MB']
const startTimeoutMs = 400
const limits = { applicationName: 'veranda-test', lockTimeoutMs: 5_000, statementTimeoutMs: 5_000 }

/** Data that is initialised once for all tests. */
let folder: string
let postgres: EmbeddedPostgres | undefined
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veranda-embedded-postgres-'))
  const first = await start(fast)
  await withOwnConnection(first.url, limits, (client) =>
    client.query("create table kept (text text); insert into kept values ('before')"),
  )
  await first.stop()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await postgres?.stop()
  postgres = undefined
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (settings: readonly string[], timeoutMs?: number) =>
  startEmbeddedPostgres(join(folder, 'postgres'), settings, timeoutMs)

/** Makes the next start recover from an archive that has nothing, which it finds out slowly. */
function makeRecoverySlow(): string[] {
  const signal = join(folder, 'postgres/data/recovery.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(join(folder, 'postgres/data'))
  // Postgres runs as the owner of its data.
  chownSync(signal, uid, gid)
  return [...fast, 'restore_command=sleep 0.6; false']
}

const readRows = (url: string) =>
  withOwnConnection(url, limits, async (client) => (await client.query('select text from kept')).rows)

test('a recovery that takes longer than a start may is waited for, with a line in the log', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const settings = makeRecoverySlow()
  const startedAt = performance.now()
  postgres = await start(settings, startTimeoutMs)
  expect(performance.now() - startedAt).toBeGreaterThan(startTimeoutMs)
  expect(await readRows(postgres.url)).toEqual([{ text: 'before' }])
  const lines = written.mock.calls.map(([line]) => String(line))
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^Postgres is not ready after \d+ s \(the database system is .+\); the start waits for it\.\n$/,
    ),
  )
})

test('a Postgres that recovers for a starter that was killed is waited for and adopted', async () => {
  const settings = makeRecoverySlow()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const first = start(settings, startTimeoutMs)
  const pidFile = join(folder, 'postgres/data/postmaster.pid')
  const writtenPort = () => (existsSync(pidFile) ? (readFileSync(pidFile, 'utf8').split('\n')[3] ?? '') : '')
  await expect.poll(writtenPort).toMatch(/^\d+$/)
  const second = await start(settings, startTimeoutMs)
  postgres = await first
  expect([second.adopted, second.url]).toEqual([true, postgres.url])
})

test('a Postgres that ends while it starts is not waited for, and says why', async () => {
  await expect(start([...fast, 'shared_preload_libraries=nothing'])).rejects.toThrow(
    /did not start: .*could not access file "nothing"/s,
  )
})
