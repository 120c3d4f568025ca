import { DatabaseUnfit } from '../apps/server/src/db/migrate.ts'
import { resetDatabase } from '../apps/server/src/db/reset.ts'
import { environment, giveUp, openDatabaseOf } from '../apps/server/src/run.ts'
import { runSeed } from './run-seed.ts'

// Empties the database and tells the demo world anew. A running server must be stopped first.
const env = environment()
if (env.mode === 'production') giveUp('VERANDA_MODE is production: the demo world is for the sandbox only')
const { url, postgres } = await openDatabaseOf(env)
let code = 1
try {
  await resetDatabase(url)
  code = await runSeed(url)
} catch (error) {
  if (!(error instanceof DatabaseUnfit)) throw error
  process.stderr.write(`${error.message}\n`)
} finally {
  if (!postgres?.adopted) await postgres?.stop()
}
process.exit(code)
