import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accountsFeature } from '../../features/accounts/feature.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { appendEvent } from './append-event.ts'
import { readDatabaseHorizon, readEvents } from './read-events.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [accountsFeature] })
})
afterAll(() => app.close())

const start = { xid: '0', position: 0 }
const types = ['bell.rang']
const appendRing = (n: number) =>
  app.transact((tx) =>
    appendEvent(tx, {
      type: 'bell.rang',
      subject: { kind: 'bell', id: randomUUID() },
      actor: null,
      at: app.clock.now(),
      data: { n },
    }),
  )
const readNumbers = async () => {
  const { db } = app.deps
  const { settled, heldBack } = await readEvents(db, start, types, await readDatabaseHorizon(db))
  // Only `ring` appends events here.
  return { received: settled.map(({ event }) => (event.data as { n: number }).n), heldBack }
}

test('an event waits for an older transaction of this database, and none is skipped', async () => {
  const slow = new Client({ connectionString: app.app.databaseUrl })
  await slow.connect()
  await appendRing(1)
  await slow.query('begin')
  await slow.query(
    `insert into events (id, type, subject_kind, subject_id, at, data) values ($1, 'bell.rang', 'bell', 'late', now(), '{"n":2}')`,
    [randomUUID()],
  )
  await appendRing(3)
  expect(await readNumbers()).toEqual({ received: [1], heldBack: true })
  await slow.query('commit')
  expect(await readNumbers()).toEqual({ received: [1, 2, 3], heldBack: false })
  await slow.end()
})

test('a transaction of another database holds nothing back', async () => {
  const other = new Client({ connectionString: inject('postgres') })
  await other.connect()
  await other.query('begin')
  await other.query('select pg_current_xact_id()')
  await appendRing(4)
  expect(await readNumbers()).toEqual({ received: [1, 2, 3, 4], heldBack: false })
  expect((await readEvents(app.deps.db, start, types)).heldBack).toBe(true)
  await other.query('rollback')
  await other.end()
})
