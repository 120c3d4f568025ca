import { resolve } from 'node:path'
import { environment, giveUp, runServer } from '../apps/server/src/run.ts'
import { authorityPath } from '../apps/server/src/http/server.ts'
import { ownAddress } from '../apps/server/src/http/own-address.ts'
import { buildWeb } from './build.ts'
import { dropHalfWorld, ensureDemoWorld } from './demo-world.ts'

// What people see in a terminal is the address; the log of a sandbox speaks up only when something is wrong.
const production = process.env['VERANDA_MODE'] === 'production'
process.env['LOG_LEVEL'] ??= production ? 'info' : 'warn'
const say = (line: string) => void process.stdout.write(`${line}\n`)

// What does not fit is said before anything is built.
environment()

if (process.env['VERANDA_BUILD'] !== '0') {
  const built = await buildWeb().catch((error: unknown) =>
    giveUp(error instanceof Error ? error.message : String(error)),
  )
  if (built) say('Built the web app.')
}

const { app, address } = await runServer({
  beforeBuilding: dropHalfWorld,
  beforeListening: ensureDemoWorld,
})

say(`\nVeranda is at ${address}`)
const { env } = app.deps
if (env.https) {
  if (ownAddress(env) !== address) say(`In this network, for a phone or a headset: ${ownAddress(env)}`)
  say(`The device has to trust ${resolve(env.dataDir, 'https/authority.crt')}, to be had at ${authorityPath} too.`)
}
if (env.demoEntry) {
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
