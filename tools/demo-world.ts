import { join } from 'node:path'
import { type App } from '../apps/server/src/app.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { isDemoWorldIncomplete, resetDatabase } from '../apps/server/src/platform/db/reset-database.ts'
import { readDemoSeededAt } from '../apps/server/src/platform/db/settings.ts'
import { runSeed } from './run-seed.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Drops a demo world whose seeding was interrupted, so that it can be seeded again. */
export async function dropIncompleteDemoWorld(databaseUrl: string): Promise<void> {
  if (process.env['VERANDA_MODE'] === 'production' || !(await isDemoWorldIncomplete(databaseUrl))) return
  print('The demo world was left half made; it is made again.')
  await resetDatabase(databaseUrl)
  await migrate(databaseUrl, join(import.meta.dirname, '../apps/server/migrations'))
}

/** Seeds the demo world into an empty database, or prints the age of the existing one. Does nothing in production. */
export async function ensureDemoWorld({ deps }: App, databaseUrl: string): Promise<void> {
  if (deps.env.mode === 'production') return
  const seededAt = await readDemoSeededAt(deps.db)
  if (seededAt !== undefined)
    return print(`The demo world is ${formatAge(Date.now() - seededAt)} old; npm run seed makes it again.`)
  const user = await deps.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (user) return
  if (!deps.env.payments) return print('PAYMENTS is off, and the demo world is full of payments: it is not made.')
  print('Making the demo world …')
  if ((await runSeed(databaseUrl)) !== 0) throw new Error('The demo world could not be seeded; see above.')
}

function formatAge(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}
