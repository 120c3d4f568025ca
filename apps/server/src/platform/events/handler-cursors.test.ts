import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { appendEvent } from './append-event.ts'
import { eventHandler } from './event-handler.ts'
import { loadHandlerCursors, saveHandlerCursors } from './handler-cursors.ts'
import { makeOutboxRelay } from './outbox-relay.ts'

let app: TestApp
let database: Database
beforeAll(async () => {
  app = await testApp({ features: [] })
  database = openDatabase(app.app.databaseUrl, { max: 2 })
})
afterAll(async () => {
  await database.close()
  await app.close()
})

test('after a restart each handler goes on where it was', async () => {
  const { db } = app.deps
  const handlers = ['mail', 'push', 'search'].map((name) => eventHandler(name, ['bell.rang'], async () => undefined))
  const cursors = await loadHandlerCursors(db, handlers)
  expect(cursors.map(({ position }) => position)).toEqual(handlers.map(() => ({ xid: '0', position: 0 })))
  const [mail, push] = cursors
  if (!mail || !push) throw new Error('a cursor is missing')
  mail.position = { xid: '4294967301', position: 7 }
  push.position = { xid: '12', position: 5_000_000_000 }
  await saveHandlerCursors(db, [mail, push])
  expect((await loadHandlerCursors(db, handlers)).map(({ position }) => position)).toEqual([
    mail.position,
    push.position,
    { xid: '0', position: 0 },
  ])
})

test('a handler keeps its place while a batch is still running', async () => {
  const savedPositions: number[] = []
  const slow = eventHandler('slow', ['bell.rang'], async () => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    const saved = await app.deps.db
      .selectFrom('handler_cursors')
      .select('position')
      .where('handler', '=', 'slow')
      .executeTakeFirstOrThrow()
    savedPositions.push(saved.position)
  })
  const relay = makeOutboxRelay(app.deps, database.pool, [slow])
  await relay.loadCursors()
  const at = app.clock.now()
  const subject = { kind: 'bell', id: randomUUID() }
  for (let n = 0; n < 12; n += 1) {
    await app.transact((tx) =>
      appendEvent(tx, { type: 'bell.rang', subject, projectId: null, actor: null, at, data: {} }),
    )
  }
  await expect.poll(async () => (await relay.runOnce()).ran).toBe(0)
  expect(savedPositions).toHaveLength(12)
  // Saved more than once before the last event, so a process that dies there has not to begin again.
  expect(new Set(savedPositions).size).toBeGreaterThan(2)
})

test('a handler with many events lets the others have their turn before it is through', async () => {
  const order: string[] = []
  const slow = eventHandler('many-events', ['clock.struck'], async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    order.push('clock')
  })
  const quick = eventHandler('quick', ['phone.called'], async () => {
    order.push('phone')
  })
  const relay = makeOutboxRelay(app.deps, database.pool, [slow, quick])
  await relay.loadCursors()
  await expect.poll(async () => (await relay.runOnce()).ran).toBe(0)
  order.length = 0
  const at = app.clock.now()
  const subject = { kind: 'clock', id: randomUUID() }
  await app.transact(async (tx) => {
    for (const type of [...Array<string>(12).fill('clock.struck'), 'phone.called'])
      await appendEvent(tx, { type, subject, projectId: null, actor: null, at, data: {} })
  })
  await expect.poll(async () => (await relay.runOnce()).ran).toBe(0)
  expect(order).toHaveLength(13)
  expect(order.indexOf('phone')).toBeGreaterThan(0)
  expect(order.indexOf('phone')).toBeLessThan(12)
})

test('handlers without an event to handle share the position of those that had one, also when stored', async () => {
  const busy = eventHandler('busy', ['bell.rang'], async () => undefined)
  const idle = eventHandler('idle', ['door.opened'], async () => undefined)
  const relay = makeOutboxRelay(app.deps, database.pool, [busy, idle])
  await relay.loadCursors()
  const at = app.clock.now()
  const subject = { kind: 'bell', id: randomUUID() }
  const ring = (type: string) =>
    app.transact((tx) => appendEvent(tx, { type, subject, projectId: null, actor: null, at, data: {} }))
  await ring('bell.rang')
  await expect.poll(async () => (await relay.runOnce()).ran).toBe(0)
  const stored = await app.deps.db
    .selectFrom('handler_cursors')
    .select(['handler', 'position'])
    .where('handler', 'in', ['busy', 'idle'])
    .execute()
  expect(new Set(stored.map(({ position }) => position)).size).toBe(1)
  expect(stored[0]?.position).toBeGreaterThan(0)
  // Nothing was skipped: the next event of the idle handler is delivered.
  await ring('door.opened')
  await expect.poll(async () => (await relay.runOnce()).ran).toBe(0)
  const handled = await app.deps.db
    .selectFrom('handled_events')
    .select('handler')
    .where('handler', '=', 'idle')
    .execute()
  expect(handled).toHaveLength(1)
})
