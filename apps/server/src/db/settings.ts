import { randomBytes } from 'node:crypto'
import { type Instant, instant } from '@veranda/core/time/instant.ts'
import { type Db } from './database.ts'

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
