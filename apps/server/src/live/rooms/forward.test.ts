import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../../app.ts'
import { roomWorld, type RoomWorld } from './testing/room-world.ts'

let world: RoomWorld
let lines = 0
beforeAll(async () => {
  world = await roomWorld()
  world.t.app.http.server.on('upgrade', () => (lines += 1))
})
afterAll(() => world.t.close())

/** A node with an address, seen just now, that holds a room. */
async function nodeAt(address: string): Promise<{ id: string; path: string }> {
  const [id, roomId] = [randomUUID(), randomUUID()]
  const { db, live } = world.t.deps
  await sql`insert into nodes (id, address, seen_at) values (${id}, ${address}, clock_timestamp())`.execute(db)
  await sql`insert into room_leases (room_id, node_id, expires_at, seen_at)
    values (${roomId}, ${id}, clock_timestamp() + interval '1 minute', clock_timestamp())`.execute(db)
  return { id, path: (await live.roomPath(roomId)).path }
}

/** What a line is turned away with. */
function answerAt(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const line = new WebSocket((world.address + path).replace(/^http/, 'ws'), { headers })
  return new Promise((resolve, reject) => {
    line.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    line.on('open', () => reject(new Error('the line was opened')))
    line.on('error', reject)
  })
}

test('a line to a node that was killed, whose address is this one’s now, is turned away and costs one line', async () => {
  const { path } = await nodeAt(world.address)
  lines = 0
  expect(await answerAt(path)).toBe(502)
  expect(lines).toBe(1)
})

test('a line is passed on once: nodes that name each other by mistake do not play with it', async () => {
  // Another name of the same place, as two nodes have it that both call themselves by their own loopback.
  const { path } = await nodeAt(world.address.replace('127.0.0.1', 'localhost'))
  lines = 0
  expect(await answerAt(path)).toBe(502)
  expect(lines).toBe(2)
  expect(await answerAt(path, { 'x-veranda-passed-on': '1' })).toBe(502)
  expect(lines).toBe(3)
})

test('a node that comes up forgets whoever was at its address before it, and says where the others reach it', async () => {
  const address = 'http://10.0.0.7:4000'
  const { id } = await nodeAt(address)
  const { env, db, log } = world.t.deps
  const { databaseUrl } = world.t.app
  const other = await buildApp({
    env: { ...env, nodeAddress: address },
    databaseUrl,
    log,
    features: world.features,
    background: false,
  })
  await other.start()
  await other.listen()
  const { rows } = await sql<{ id: string }>`select id from nodes where address = ${address}`.execute(db)
  await other.stop()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.id).not.toBe(id)
})
