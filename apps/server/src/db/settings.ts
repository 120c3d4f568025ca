import { randomBytes } from 'node:crypto'
import { type Instant, type Milliseconds, instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from './database.ts'

const clockKey = 'clock.shift'
const secretKey = 'secret'

/** How far the sandbox's clock runs ahead, in milliseconds; 0 when it was never moved. */
export async function readShift(db: Db): Promise<number> {
  const value = await read(db, clockKey)
  return typeof value === 'number' ? value : 0
}

export async function saveShift(db: Db, shift: number): Promise<void> {
  await write(db, clockKey, shift)
}

/** The secret of an installation that was given none: made up once, the same for all nodes. Never for production. */
export async function madeUpSecret(db: Db): Promise<string> {
  await db
    .insertInto('settings')
    .values({ key: secretKey, value: JSON.stringify(randomBytes(32).toString('base64url')) })
    .onConflict((c) => c.doNothing())
    .execute()
  return String(await read(db, secretKey))
}

async function read(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

async function write(db: Db, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((c) => c.column('key').doUpdateSet({ value: text }))
    .execute()
}

const seededKey = 'demo.seeded-at'

/** When the demo world was made; undefined in a database without one. */
export async function readSeededAt(db: Db): Promise<Instant | undefined> {
  const value = await read(db, seededKey)
  return typeof value === 'number' ? instant(value) : undefined
}

export async function saveSeededAt(db: Db, at: Instant): Promise<void> {
  await write(db, seededKey, at)
}

const seedingKey = 'demo.seeding'

/** Notes that the demo world is being made from here on; whoever finds the note without its end finds half a world. */
export async function saveSeeding(db: Db): Promise<void> {
  await write(db, seedingKey, true)
}

export const settingsOfSeed = { begun: seedingKey, done: seededKey } as const

const aliveKey = 'alive'

/**
 * Says for all nodes that one of them is up. Answers for how long none had said so, by the database's own clock; 0 when
 * none ever did.
 */
export async function sayAlive(tx: Tx): Promise<Milliseconds> {
  const now = sql`extract(epoch from clock_timestamp())::float8 * 1000`
  // Held until the transaction ends, so that of two nodes that come back at once one finds the silence.
  const { rows } = await sql<{ silent: number }>`
    select ${now} - (value #>> '{}')::float8 as silent from settings where key = ${aliveKey} for update`.execute(tx)
  await sql`insert into settings (key, value) values (${aliveKey}, to_jsonb(${now}))
    on conflict (key) do update set value = excluded.value`.execute(tx)
  return rows[0]?.silent ?? 0
}
