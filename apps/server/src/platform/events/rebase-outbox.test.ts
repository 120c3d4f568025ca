import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeTestDatabase } from '../db/testing/test-database.ts'
import { rebaseOutbox } from './rebase-outbox.ts'

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: await makeTestDatabase(inject('postgres')) })
  await client.connect()
})
afterAll(() => client.end())

const select = async (statement: string): Promise<unknown[]> => (await client.query(statement)).rows

/** Returns the events that each handler has not passed, in the order in which it gets them. */
const pending = () =>
  select(
    `select c.handler, array_agg(e.type order by e.xid, e.position) as types
     from handler_cursors c left join events e on (e.xid, e.position) > (c.xid, c.position)
     group by c.handler order by c.handler`,
  )

test('restored events come before new ones, and each handler goes on with the same events in the same order', async () => {
  // As after a transaction that began first and wrote last; transactions of a cluster that has run for long.
  const written = [
    ['5000000100', 12],
    ['5000000101', 11],
    ['5000000102', 13],
    ['5000000102', 14],
    ['5000000103', 9],
  ] as const
  for (const [index, [xid, position]] of written.entries())
    await client.query(
      `insert into events (id, position, xid, type, subject_kind, subject_id, at, data) overriding system value
       values (gen_random_uuid(), $1, $2, $3, 'thing', '1', now(), '{}')`,
      [position, xid, `event ${index}`],
    )
  const cursors = [
    ['none', '0', 0],
    ['first', '5000000100', 12],
    ['between', '5000000101', 20],
    ['third', '5000000102', 13],
    ['all', '5000000103', 9],
  ]
  for (const cursor of cursors)
    await client.query('insert into handler_cursors (handler, xid, position) values ($1, $2, $3)', cursor)
  const positions = () => select('select position from events order by position')
  const [before, positionsBefore] = [await pending(), await positions()]
  await rebaseOutbox(client)
  expect(await pending()).toEqual(before)
  expect(await positions()).toEqual(positionsBefore)
  const settled = await select('select from events where xid < pg_snapshot_xmin(pg_current_snapshot())')
  expect(settled).toHaveLength(written.length)
  expect(await select("select from handler_cursors where xid <> '0'")).toEqual([])
  await expect(client.query('update events set position = 1')).rejects.toThrow('can only be updated to DEFAULT')
})
