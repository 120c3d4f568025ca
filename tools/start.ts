import { readSeededAt } from '../apps/server/src/db/settings.ts'
import { giveUp, runServer } from '../apps/server/src/run.ts'
import { buildWeb } from './build.ts'
import { runSeed } from './run-seed.ts'

// What people see in a terminal is the address; the log of a sandbox speaks up only when something is wrong.
const production = process.env['VERANDA_MODE'] === 'production'
process.env['LOG_LEVEL'] ??= production ? 'info' : 'warn'
const say = (line: string) => void process.stdout.write(`${line}\n`)

if (process.env['VERANDA_BUILD'] !== '0') {
  const built = await buildWeb().catch((error: unknown) =>
    giveUp(error instanceof Error ? error.message : String(error)),
  )
  if (built) say('Built the web app.')
}

const { app, address } = await runServer({
  async beforeListening({ deps }, databaseUrl) {
    if (production) return
    const since = await readSeededAt(deps.db)
    if (since !== undefined) return say(`The demo world is ${age(Date.now() - since)} old; npm run seed makes it anew.`)
    const person = await deps.db.selectFrom('people').select('id').limit(1).executeTakeFirst()
    if (person) return
    say('Making the demo world …')
    if ((await runSeed(databaseUrl)) !== 0) throw new Error('The demo world could not be made; see above.')
  },
})

say(`\nVeranda is at ${address}`)
if (app.deps.env.demoEntry) {
  const people = await app.deps.db
    .selectFrom('people')
    .select(['name', 'demo_about'])
    .where('demo_about', 'is not', null)
    .orderBy('created_at')
    .execute()
  if (people.length > 0) say('\nOne press on the sign-in page enters as:')
  for (const person of people) say(`  ${person.name}: ${person.demo_about ?? ''}`)
}
say('\nCtrl-C stops everything.')

function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}
