import { join } from 'node:path'
import { type App } from '../apps/server/src/app.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { isHalfMade, resetDatabase } from '../apps/server/src/db/reset.ts'
import { readSeededAt } from '../apps/server/src/db/settings.ts'
import { runSeed } from './run-seed.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A demo world whose making was broken off is taken away, to be made anew. */
export async function dropHalfWorld(databaseUrl: string): Promise<void> {
  if (process.env['VERANDA_MODE'] === 'production' || !(await isHalfMade(databaseUrl))) return
  say('The demo world was left half made; it is made anew.')
  await resetDatabase(databaseUrl)
  await migrate(databaseUrl, join(import.meta.dirname, '../apps/server/migrations'))
}

/** Makes the demo world in an empty database, or says how old the one that is there is. Never in production. */
export async function ensureDemoWorld({ deps }: App, databaseUrl: string): Promise<void> {
  if (deps.env.mode === 'production') return
  const since = await readSeededAt(deps.db)
  if (since !== undefined) return say(`The demo world is ${age(Date.now() - since)} old; npm run seed makes it anew.`)
  const person = await deps.db.selectFrom('people').select('id').limit(1).executeTakeFirst()
  if (person) return
  say('Making the demo world …')
  if ((await runSeed(databaseUrl)) !== 0) throw new Error('The demo world could not be made; see above.')
}

function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}
