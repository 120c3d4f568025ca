import { UnusableDatabaseError } from '../apps/server/src/platform/db/migrate.ts'
import { resetDatabase } from '../apps/server/src/platform/db/reset-database.ts'
import { loadEnvironment, exitWithMessage, openConfiguredDatabase } from '../apps/server/src/main.ts'
import { runSeed } from './run-seed.ts'

// Empties the database and seeds the demo world again. A running server must be stopped first.
const env = loadEnvironment()
if (env.mode === 'production') exitWithMessage('VERANDA_MODE is production: the demo world is for the sandbox only')
const { url, postgres } = await openConfiguredDatabase(env)
let code = 1
try {
  await resetDatabase(url)
  code = await runSeed(url)
} catch (error) {
  if (!(error instanceof UnusableDatabaseError)) throw error
  process.stderr.write(`${error.message}\n`)
} finally {
  if (!postgres?.adopted) await postgres?.stop()
}
process.exit(code)
