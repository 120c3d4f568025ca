import { buildWeb } from './build-web.ts'
import { runServer } from '../apps/server/src/run.ts'
import { age, ensureDemoWorld } from '../apps/server/seed/ensure-demo-world.ts'

// What people see in a terminal is the address; the log of a sandbox speaks up only when something is wrong.
const production = process.env['VERANDA_MODE'] === 'production'
process.env['LOG_LEVEL'] ??= production ? 'info' : 'warn'

try {
  if (await buildWeb()) process.stdout.write('Built the web app.\n')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

const { app, address } = await runServer({
  async beforeListening(fresh) {
    if (production) return
    const world = await ensureDemoWorld(fresh, (line) => process.stdout.write(`${line}\n`))
    process.stdout.write(
      world.made
        ? 'Made the demo world.\n'
        : `The demo world is ${age(world.since)} old (npm run seed makes it anew).\n`,
    )
  },
})

process.stdout.write(`\nVeranda is at ${address}\n`)
if (app.deps.env.demoEntry) {
  const people = await app.deps.db
    .selectFrom('people')
    .select(['name', 'demo_about'])
    .where('demo_about', 'is not', null)
    .orderBy('created_at')
    .limit(6)
    .execute()
  if (people.length > 0) process.stdout.write('\nOne press on the login page enters as:\n')
  for (const person of people) process.stdout.write(`  ${person.name} – ${person.demo_about}\n`)
}
process.stdout.write('\nCtrl-C stops everything.\n')
