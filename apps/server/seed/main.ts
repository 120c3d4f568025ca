import { resolve } from 'node:path'
import { instant } from '@veranda/core/time/instant.ts'
import { Client } from 'pg'
import { buildApp } from '../src/app.ts'
import { movableClock } from '../src/clock.ts'
import { launchPostgres } from '../src/db/launch.ts'
import { migrate } from '../src/db/migrate.ts'
import { readSeededAt, saveSeededAt, saveSeeding } from '../src/db/settings.ts'
import { readEnv } from '../src/env.ts'
import { makeLogger } from '../src/logger.ts'
import { tellWorld } from './tell-world.ts'

/**
 * Fills an empty database with the demo world. `--reset` empties it first, whatever is in it. Refuses in production,
 * and does nothing when people are there already.
 */
const root = resolve(import.meta.dirname, '../../..')
const read = readEnv({ LOG_LEVEL: 'warn', ...process.env }, root)
if (!read.ok) giveUp(read.complaint)
const { env } = read
if (env.mode === 'production') giveUp('VERANDA_MODE is production: the demo world is for the sandbox only')

// What is left behind is found half made at the next start.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const postgres = env.databaseUrl ? undefined : await launchPostgres(resolve(env.dataDir, 'postgres'))
const databaseUrl = env.databaseUrl ?? postgres?.url ?? ''
try {
  if (process.argv.includes('--reset')) await empty(databaseUrl)
  await migrate(databaseUrl, resolve(import.meta.dirname, '../migrations'))
  await fill()
} finally {
  if (postgres && !postgres.adopted) await postgres.stop()
}

async function fill(): Promise<void> {
  const began = performance.now()
  const clock = movableClock(-261 * 86_400_000)
  const log = makeLogger(env.logLevel)
  const app = await buildApp({ env, databaseUrl: unhurried(databaseUrl), log, clock, background: false })
  try {
    const seededAt = await readSeededAt(app.deps.db)
    const { count } = await app.deps.db
      .selectFrom('people')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (seededAt !== undefined || count > 0) return console.log('the demo world is there already')
    await saveSeeding(app.deps.db)
    await tellWorld(app, clock)
    await saveSeededAt(app.deps.db, instant(Date.now()))
    console.log(`the demo world was made in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  } finally {
    await app.stop()
  }
}

/** The whole world is made anew if a crash loses the end of it, so its commits need not wait for the disk. */
function unhurried(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', '-c synchronous_commit=off')
  return address.href
}

async function empty(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
  await client.end()
}

function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
