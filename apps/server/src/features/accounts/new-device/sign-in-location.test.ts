import { findPairing, startPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeLocationDatabase } from '../../../gateways/location/testing/write-location-database.ts'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { testApp, userOf } from '../../../testing/test-app.ts'

test.each([
  ['said in the user’s language where there is a database of locations', 'Lissabon, Portugal'],
  ['not said where there is none', null],
])('where a device signed in is %s', async (_, location) => {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-locations-'))
  const path = join(folder, 'here.mmdb')
  const names = { en: 'Lisbon', de: 'Lissabon' }
  await writeLocationDatabase(path, [127], { city: { names }, country: { names: { en: 'Portugal' } } })
  const mails: Mail[] = []
  const send = async (mail: Mail) => void mails.push(mail)
  const env = location === null ? {} : { LOCATION_DATABASE: path }
  const app = await testApp({ env, gateways: { mail: { send } } })
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  const password = 'a long walk by the sea'
  const user = await app.createUser('Clara Hall', { password })
  await app.deps.db.updateTable('users').set({ language: 'de' }).where('id', '=', user.id).execute()
  const signIn = () => app.injectAs(null, login, { body: { email: user.email, password } })
  await signIn()
  const signedIn = userOf(await signIn())
  await app.runUntilIdle()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(location === null ? '127.0.0.1.' : `127.0.0.1 (vermutlich in ${location}).`)
  const { items } = (await app.injectAs(signedIn, listSecurityEvents, { query: {} })).reply
  expect(items[0]).toMatchObject({ type: 'account.signed-in', ipAddress: '127.0.0.1', location })
  const { code } = (await app.injectAs(null, startPairing)).reply
  expect((await app.injectAs(signedIn, findPairing, { body: { code } })).reply).toMatchObject({ location })
})
