import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { appendEvent } from './append-event.ts'
import { eventHandler } from './event-handler.ts'
import { makeOutboxRelay } from './outbox-relay.ts'

const hourMs = 3_600_000

let app: TestApp
let database: Database
beforeAll(async () => {
  app = await testApp({ features: [] })
  database = openDatabase(app.app.databaseUrl, { max: 4 })
})
afterAll(async () => {
  await database.close()
  await app.close()
})
afterEach(() => vi.restoreAllMocks())

const setClockBack = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() - hourMs)

const ring = () =>
  app.transact((tx) =>
    appendEvent(tx, {
      type: 'bell.rang',
      subject: { kind: 'bell', id: randomUUID() },
      projectId: null,
      actor: null,
      at: app.clock.now(),
      data: {},
    }),
  )

/** Returns how many relays hold the lock of the leader or ask for it. */
async function countRelays(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and query like 'select pg_try_advisory_lock%'`,
  )
  return rows[0]?.count ?? 0
}

test('a relay takes over from one that stops although the clock of its machine was set back', async () => {
  const handledBy: string[] = []
  const relayOf = (node: string) =>
    makeOutboxRelay(app.deps, database.pool, [
      eventHandler('bells', ['bell.rang'], async () => void handledBy.push(node)),
    ])
  const [leader, standby] = [relayOf('leader'), relayOf('standby')]
  await leader.loadCursors()
  leader.start()
  try {
    await ring()
    await expect.poll(() => handledBy).toEqual(['leader'])
    standby.start()
    await expect.poll(countRelays).toBe(2)
    setClockBack()
    await leader.stop()
    await ring()
    await expect.poll(() => handledBy, { timeout: 6_000 }).toEqual(['leader', 'standby'])
  } finally {
    await Promise.all([leader.stop(), standby.stop()])
  }
})

test('a handler that failed tries again in time although the clock of its machine was set back', async () => {
  let tries = 0
  const relay = makeOutboxRelay(app.deps, database.pool, [
    eventHandler('careless', ['bell.rang'], async () => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
    }),
  ])
  await relay.loadCursors()
  await ring()
  await expect.poll(async () => (await relay.runOnce(), tries)).toBe(1)
  setClockBack()
  await expect.poll(async () => (await relay.runOnce(), tries), { timeout: 3_000 }).toBeGreaterThan(1)
})
