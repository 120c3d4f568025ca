import { resolve } from 'node:path'
import { instant } from '@veranda/core/time/instant.ts'
import { buildApp } from '../src/app.ts'
import { movableClock } from '../src/platform/clock/clock.ts'
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { UnusableDatabaseError } from '../src/platform/db/preparation.ts'
import { readDemoSeededAt, saveDemoSeededAt, markDemoSeedStarted } from '../src/platform/db/settings.ts'
import { readEnv } from '../src/env.ts'
import { makeLogger } from '../src/platform/logger.ts'
import { seedDemoWorld } from './seed-demo-world.ts'

/**
 * Fills an empty database with the demo world. `--small` leaves out most models, for tests. Refuses to run in
 * production, and does nothing when there are users already.
 */
const root = resolve(import.meta.dirname, '../../..')
const envResult = readEnv({ LOG_LEVEL: 'warn', ...process.env }, root)
if (!envResult.ok) exitWithError(envResult.error)
const { env } = envResult
if (env.mode === 'production') exitWithError('VERANDA_MODE is production: the demo world is for the sandbox only')

// An interrupted seed is detected at the next start.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const postgres = env.databaseUrl ? undefined : await startEmbeddedPostgres(resolve(env.dataDir, 'postgres'))
const databaseUrl = env.databaseUrl ?? postgres?.url ?? ''
try {
  await migrate(databaseUrl, resolve(import.meta.dirname, '../migrations'))
  await runSeed()
} catch (error) {
  if (!(error instanceof UnusableDatabaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  if (postgres && !postgres.adopted) await postgres.stop()
}

async function runSeed(): Promise<void> {
  const began = performance.now()
  const clock = movableClock(-261 * 86_400_000)
  const log = makeLogger(env.logLevel)
  const app = await buildApp({ env, databaseUrl: withoutSynchronousCommit(databaseUrl), log, clock, background: false })
  try {
    const seededAt = await readDemoSeededAt(app.deps.db)
    const { count } = await app.deps.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (seededAt !== undefined || count > 0) return console.log('the demo world exists already')
    await markDemoSeedStarted(app.deps.db)
    await seedDemoWorld(app, clock, process.argv.includes('--small') ? 'small' : 'full')
    await saveDemoSeededAt(app.deps.db, instant(Date.now()))
    console.log(`demo world seeded in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  } finally {
    await app.stop()
  }
}

/**
 * Turns off synchronous commits: after a crash the demo world is seeded again from the start, so commits need not wait
 * for the disk.
 */
function withoutSynchronousCommit(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', '-c synchronous_commit=off')
  return address.href
}

function exitWithError(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
