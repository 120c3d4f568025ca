import { type Eraser } from '../access/account-erasure.ts'
import { replaceName } from '../access/replace-name.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { type Tx } from '../db/database.ts'

export type IdempotencyClaim =
  | { kind: 'fresh' }
  | { kind: 'replay'; status: number; reply: unknown }
  | { kind: 'body-mismatch' }

/** Hashes route, address and body, to tell two calls with one key apart. */
export function hashRequest(address: string, body: unknown): string {
  return createHash('sha256')
    .update(address)
    .update('\n')
    .update(JSON.stringify(body ?? null))
    .digest('hex')
}

/** Claims the key in the caller's transaction. A second call with the key waits here until the first one ends. */
export async function claimIdempotencyKey(
  tx: Tx,
  request: { userId: string; key: string; route: string; bodyHash: string },
): Promise<IdempotencyClaim> {
  const claimed = await sql`
    insert into idempotency_keys (user_id, key, route, body_hash)
    values (${request.userId}, ${request.key}, ${request.route}, ${request.bodyHash}) on conflict do nothing`.execute(
    tx,
  )
  if (claimed.numAffectedRows === 1n) return { kind: 'fresh' }
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'status', 'reply'])
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (!row || row.route !== request.route || row.body_hash !== request.bodyHash || row.status === null) {
    return { kind: 'body-mismatch' }
  }
  return { kind: 'replay', status: row.status, reply: row.reply }
}

/** Saves the reply in the transaction that produced it. */
export async function saveReply(
  tx: Tx,
  reply: { userId: string; key: string; status: number; reply: unknown },
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${reply.status}, reply = ${JSON.stringify(reply.reply ?? null)}
    where user_id = ${reply.userId} and key = ${reply.key}`.execute(tx)
}

/** Deletes the stored replies to a user's repeated calls, and their names from those to others. */
export const replyEraser: Eraser = {
  tables: ['idempotency_keys'],
  async erase({ tx }, user) {
    await tx.deleteFrom('idempotency_keys').where('user_id', '=', user.id).execute()
    const { rows } = await sql<{ user_id: string; key: string; reply: unknown }>`
      select user_id, key, reply from idempotency_keys where position(${user.id} in reply::text) > 0`.execute(tx)
    for (const { user_id: userId, key, reply } of rows) {
      await tx
        .updateTable('idempotency_keys')
        .set({ reply: JSON.stringify(replaceName(reply, user, 'fields')) })
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute()
    }
  },
}
