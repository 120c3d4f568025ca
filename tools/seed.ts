import { resetDatabase } from '../apps/server/src/platform/db/reset-database.ts'
import { loadEnvironment, exitWithMessage, openConfiguredDatabase } from '../apps/server/src/run-server.ts'
import { runSeed } from './run-seed.ts'

// Empties the database and seeds the demo world again. A running server must be stopped first.
const env = loadEnvironment()
if (env.mode === 'production') exitWithMessage('VERANDA_MODE is production: the demo world is for the sandbox only')
if (!env.payments) exitWithMessage('PAYMENTS is off, and the demo world is full of payments: leave PAYMENTS out')
// Emptied instead of migrated: the database may have been made by another version.
const { url, postgres } = await openConfiguredDatabase(env, resetDatabase)
let code = 1
try {
  code = await runSeed(url)
} finally {
  if (!postgres?.adopted) await postgres?.stop()
}
process.exit(code)
