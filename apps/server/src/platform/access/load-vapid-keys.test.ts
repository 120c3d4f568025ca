import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeVapidKeys, publicKeyOf } from '../../gateways/push/vapid-keys.ts'
import { type Env } from '../../env.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { makeTestDatabase } from '../db/testing/test-database.ts'
import { makeLogger } from '../logger.ts'
import { loadOrCreateVapidKeys } from './load-vapid-keys.ts'

let database: Database
beforeAll(async () => {
  const url = await makeTestDatabase(inject('postgres'))
  database = openDatabase(url, { max: 3, onError: () => undefined })
})
afterAll(() => database.close())

const load = (secret: string) => {
  // The only part of the environment that is read.
  const env = { secret } as Env
  return loadOrCreateVapidKeys(database.db, { env, log: makeLogger('silent') }, makeVapidKeys)
}

test('nodes that start at once share one pair, which stays; the private key is stored encrypted', async () => {
  const [one, two] = await Promise.all([load('a secret'), load('a secret')])
  expect(one).toEqual(two)
  expect(publicKeyOf(one?.privateKey ?? '')).toBe(one?.publicKey)
  expect(await load('a secret')).toEqual(one)
  const rows = await database.db.selectFrom('settings').selectAll().execute()
  const stored = JSON.stringify(rows)
  expect(stored).toContain(one?.publicKey)
  expect(stored).not.toContain(one?.privateKey)
})

test('a pair that cannot be read with another secret is replaced, once for all nodes', async () => {
  const former = await load('a secret')
  const [one, two] = await Promise.all([load('another secret'), load('another secret')])
  expect(one).toEqual(two)
  expect(one?.publicKey).not.toBe(former.publicKey)
})
