import { resolve } from 'node:path'
import { runServer } from '../apps/server/src/run-server.ts'
import { certificateAuthorityPath } from '../apps/server/src/platform/http/http-server.ts'
import { browserAddress, publicAddress } from '../apps/server/src/platform/http/server-address.ts'
import { dropIncompleteDemoWorld, ensureDemoWorld } from './demo-world.ts'

// The server as `npm start` runs it, once it is built: with the demo world, and with its address on the terminal.
const print = (line: string) => void process.stdout.write(`${line}\n`)

const { app, address } = await runServer({
  beforeBuilding: dropIncompleteDemoWorld,
  beforeListening: ensureDemoWorld,
})

const { env } = app.deps
// With port 0 the system chose one.
const localAddress = browserAddress(env, env.port || Number(new URL(address).port))
print(`\nVeranda is at ${localAddress}`)
if (env.https) {
  if (publicAddress(env) !== localAddress) print(`In this network, for a phone or a headset: ${publicAddress(env)}`)
  print(
    `The device has to trust ${resolve(env.dataDir, 'https/authority.crt')}, to be had at ${certificateAuthorityPath} too.`,
  )
}
if (env.demoEntry) {
  const users = await app.deps.db
    .selectFrom('users')
    .select(['name', 'demo_description'])
    .where('demo_description', 'is not', null)
    .orderBy('created_at')
    .execute()
  if (users.length > 0) print('\nOne press on the sign-in page enters as:')
  for (const user of users) print(`  ${user.name}: ${user.demo_description ?? ''}`)
}
print('\nCtrl-C stops everything.')
