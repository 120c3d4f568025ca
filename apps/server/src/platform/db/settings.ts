import { randomBytes } from 'node:crypto'
import { type Instant, type Milliseconds, instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from './database.ts'

const clockShiftKey = 'clock.shift'
const secretKey = 'secret'

/** Returns how far the sandbox clock runs ahead, in milliseconds; 0 when it was never moved. */
export async function readClockShift(db: Db): Promise<number> {
  const value = await readSetting(db, clockShiftKey)
  return typeof value === 'number' ? value : 0
}

export async function saveClockShift(db: Db, shift: number): Promise<void> {
  await writeSetting(db, clockShiftKey, shift)
}

/**
 * Returns the generated secret of an installation without a configured one, creating it on first use. All nodes share
 * it. Never for production.
 */
export async function loadOrCreateSecret(db: Db): Promise<string> {
  return loadOrCreateSetting(db, secretKey, () => randomBytes(32).toString('base64url'))
}

/** Returns a value that is made once and shared by all nodes; of two that make one at once, both get the same. */
export async function loadOrCreateSetting<T>(db: Db, key: string, make: () => T): Promise<T> {
  const stored = await readSetting(db, key)
  if (stored === undefined) {
    await db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(make()) })
      .onConflict((c) => c.doNothing())
      .execute()
  }
  // Only `make` writes this key.
  return (stored ?? (await readSetting(db, key))) as T
}

/** Replaces a value by a new one unless another node has done so; returns the one that is stored now. */
export async function replaceSetting<T>(db: Db, key: string, former: T, next: T): Promise<T> {
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify(next) })
    .where('key', '=', key)
    .where(sql<boolean>`value = ${JSON.stringify(former)}::jsonb`)
    .execute()
  // Written only above and by loadOrCreateSetting.
  return (await readSetting(db, key)) as T
}

/** Selects the generated secret, for a backup. */
export const storedSecretStatement = `select value from settings where key = '${secretKey}'`

async function readSetting(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

async function writeSetting(db: Db, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((c) => c.column('key').doUpdateSet({ value: text }))
    .execute()
}

const demoSeededAtKey = 'demo.seeded-at'

/** Returns when the demo world was seeded; undefined in a database without one. */
export async function readDemoSeededAt(db: Db): Promise<Instant | undefined> {
  const value = await readSetting(db, demoSeededAtKey)
  return typeof value === 'number' ? instant(value) : undefined
}

export async function saveDemoSeededAt(db: Db, at: Instant): Promise<void> {
  await writeSetting(db, demoSeededAtKey, at)
}

const demoSeedingKey = 'demo.seeding'

/** Records that seeding the demo world started. Without the record of its end, the demo world is incomplete. */
export async function markDemoSeedStarted(db: Db): Promise<void> {
  await writeSetting(db, demoSeedingKey, true)
}

export const demoSeedKeys = { started: demoSeedingKey, done: demoSeededAtKey } as const

const heartbeatKey = 'alive'

/**
 * Renews the cluster's heartbeat. Returns for how many milliseconds of database time no node had sent one; 0 for the
 * first.
 */
export async function renewHeartbeat(tx: Tx): Promise<Milliseconds> {
  const now = sql`extract(epoch from clock_timestamp())::float8 * 1000`
  // The lock is held until the transaction ends, so that of two nodes that come back at once only one sees the gap.
  const { rows } = await sql<{ silent: number }>`
    select ${now} - (value #>> '{}')::float8 as silent from settings where key = ${heartbeatKey} for update`.execute(tx)
  await sql`insert into settings (key, value) values (${heartbeatKey}, to_jsonb(${now}))
    on conflict (key) do update set value = excluded.value`.execute(tx)
  return rows[0]?.silent ?? 0
}
