import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase, type Tx } from './database.ts'
import { makeTestDatabase } from './testing/test-database.ts'
import { transact } from './transact.ts'

/** The message that ends an extended query in the protocol of Postgres. */
const syncMessage = Buffer.from([0x53, 0, 0, 0, 4])

/** Nothing here is published. */
const commitSignals = { publish: () => undefined, on: () => () => undefined }

let databaseUrl: string
let database: Database
beforeAll(async () => {
  databaseUrl = await makeTestDatabase(inject('postgres'))
  database = openDatabase(databaseUrl, { max: 1 })
})
afterAll(() => database.close())

const selectNumber = (value: number) => sql<{ n: number }>`select ${value}::int as n`.compile(database.db)
const selectQuotient = (divisor: number) => sql<{ q: number }>`select 6 / ${divisor}::int as q`.compile(database.db)

test('each query gets its own rows, in the order of the queries', async () => {
  const rows = await database.readTogether(selectNumber(1), selectQuotient(3), selectNumber(2))
  expect(rows).toEqual([[{ n: 1 }], [{ q: 2 }], [{ n: 2 }]])
})

test('the error of one query is thrown, and the connection serves the next reads', async () => {
  await expect(database.readTogether(selectNumber(1), selectQuotient(0), selectNumber(2))).rejects.toThrow(
    'division by zero',
  )
  expect(await database.readTogether(selectNumber(3))).toEqual([[{ n: 3 }]])
})

test('every query is on its way before the first reply arrives', async () => {
  const proxy = await startProxy(databaseUrl)
  const remote = openDatabase(proxy.url, { max: 1 })
  // Opens the connection, and sets its time back if opening it took long.
  for (let call = 0; call < 2; call += 1) await remote.readTogether(selectNumber(0))
  const read = proxy.holdRepliesUntilQueries(3, () =>
    remote.readTogether(selectNumber(1), selectNumber(2), selectNumber(3)),
  )
  expect(await read).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  await remote.close()
  await proxy.stop()
})

test('the statements that a transaction starts together are on their way before the first reply arrives', async () => {
  const proxy = await startProxy(databaseUrl)
  const remote = openDatabase(proxy.url, { max: 1 })
  const read = await transact({ db: remote.db, commitSignals }, async (tx) => {
    const readNumber = async (value: number) => (await tx.executeQuery(selectNumber(value))).rows[0]?.n
    await readNumber(0)
    return proxy.holdRepliesUntilQueries(3, () => Promise.all([readNumber(1), readNumber(2), readNumber(3)]))
  })
  expect(read).toEqual([1, 2, 3])
  await remote.close()
  await proxy.stop()
})

test('statements that a transaction starts together run in that order, and the failure of one undoes them all', async () => {
  await sql`create table steps (position int generated always as identity, name text)`.execute(database.db)
  const deps = { db: database.db, commitSignals }
  const addStep = (tx: Tx, name: string) => sql`insert into steps (name) values (${name})`.execute(tx)
  const failing = transact(deps, (tx) =>
    Promise.all([addStep(tx, 'first'), tx.executeQuery(selectQuotient(0)), addStep(tx, 'last')]),
  )
  await expect(failing).rejects.toThrow('division by zero')
  await transact(deps, (tx) => Promise.all([addStep(tx, 'one'), addStep(tx, 'two'), addStep(tx, 'three')]))
  const { rows } = await sql<{ name: string }>`select name from steps order by position`.execute(database.db)
  expect(rows.map(({ name }) => name)).toEqual(['one', 'two', 'three'])
})

/** Forwards connections to the database's server, and can hold its replies back. */
async function startProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets: Socket[] = []
  let seenQueryCount = 0
  let held: (() => void) | undefined
  let isHolding = false
  let releaseAt = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    sockets.push(client, upstream)
    client.on('data', (bytes: Buffer) => {
      for (let at = bytes.indexOf(syncMessage); at >= 0; at = bytes.indexOf(syncMessage, at + 1)) seenQueryCount += 1
      upstream.write(bytes)
      if (isHolding && seenQueryCount >= releaseAt) {
        isHolding = false
        held?.()
      }
    })
    const waiting: Buffer[] = []
    held = () => waiting.splice(0).forEach((bytes) => client.write(bytes))
    upstream.on('data', (bytes: Buffer) => (isHolding ? waiting.push(bytes) : client.write(bytes)))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    holdRepliesUntilQueries<T>(count: number, work: () => Promise<T>): Promise<T> {
      isHolding = true
      releaseAt = seenQueryCount + count
      return work()
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
