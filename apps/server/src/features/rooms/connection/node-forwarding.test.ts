import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../../../app.ts'
import { startTestRooms, type TestRooms } from './testing/test-rooms.ts'

let rooms: TestRooms
let upgrades = 0
beforeAll(async () => {
  rooms = await startTestRooms()
  rooms.server.app.http.server.on('upgrade', () => (upgrades += 1))
})
afterAll(() => rooms.server.close())

/** Inserts a node with this address that was just seen, and a room it has a lease on. */
async function nodeAt(address: string): Promise<{ id: string; path: string }> {
  const [id, roomId] = [randomUUID(), randomUUID()]
  const { db, realtime } = rooms.server.deps
  await sql`insert into nodes (id, address, last_seen_at) values (${id}, ${address}, clock_timestamp())`.execute(db)
  await sql`insert into room_leases (room_id, node_id, expires_at, renewed_at)
    values (${roomId}, ${id}, clock_timestamp() + interval '1 minute', clock_timestamp())`.execute(db)
  return { id, path: (await realtime.acquireSocketPath(roomId)).path }
}

/** Returns the HTTP status with which an upgrade is rejected. */
function upgradeStatus(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const socket = new WebSocket((rooms.address + path).replace(/^http/, 'ws'), { headers })
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    socket.on('open', () => reject(new Error('the connection was opened')))
    socket.on('error', reject)
  })
}

test("an upgrade for a killed node whose address is now this node's is rejected after one attempt", async () => {
  const { path } = await nodeAt(rooms.address)
  upgrades = 0
  expect(await upgradeStatus(path)).toBe(502)
  expect(upgrades).toBe(1)
})

test('an upgrade is proxied once, so that nodes with wrong addresses do not loop', async () => {
  // Another name for the same address, as with two nodes that both use their own loopback address.
  const { path } = await nodeAt(rooms.address.replace('127.0.0.1', 'localhost'))
  upgrades = 0
  expect(await upgradeStatus(path)).toBe(502)
  expect(upgrades).toBe(2)
  expect(await upgradeStatus(path, { 'x-veranda-proxied': '1' })).toBe(502)
  expect(upgrades).toBe(3)
})

test('a starting node removes the previous node at its address and registers its own', async () => {
  const address = 'http://10.0.0.7:4000'
  const { id } = await nodeAt(address)
  const { env, db, log } = rooms.server.deps
  const { databaseUrl } = rooms.server.app
  const other = await buildApp({
    env: { ...env, nodeAddress: address },
    databaseUrl,
    log,
    features: rooms.features,
    background: false,
  })
  await other.start()
  await other.listen()
  const { rows } = await sql<{ id: string }>`select id from nodes where address = ${address}`.execute(db)
  await other.stop()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.id).not.toBe(id)
})
