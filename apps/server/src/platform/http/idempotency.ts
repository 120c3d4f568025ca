import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { type Eraser } from '../access/account-erasure.ts'
import { replaceName } from '../access/replace-name.ts'
import { openSecret, sealSecret } from '../access/secret-box.ts'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'

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

type CallKey = { readonly userId: string; readonly key: string }
/** The call of a key, and whether its reply is encrypted (`secretReply` of its route). */
type KeyedCall = CallKey & { readonly isSecret: boolean }
const replyUse = ({ userId, key }: CallKey) => ({ purpose: 'stored replies', context: `${userId} ${key}` }) as const

/** Claims the key in the caller's transaction. A second call with the key waits here until the first one ends. */
export async function claimIdempotencyKey(
  tx: Tx,
  request: KeyedCall & { readonly route: string; readonly bodyHash: string },
  deps: Pick<Deps, 'env'>,
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
  const isSealed = request.isSecret && typeof row.reply === 'string'
  const reply: unknown = isSealed ? JSON.parse(openSecret(String(row.reply), replyUse(request), deps)) : row.reply
  return { kind: 'replay', status: row.status, reply }
}

/** Saves the reply in the transaction that produced it. */
export async function saveReply(
  tx: Tx,
  call: KeyedCall & { readonly status: number; readonly reply: unknown },
  deps: Pick<Deps, 'env'>,
): Promise<void> {
  const plain = JSON.stringify(call.reply ?? null)
  const stored = call.isSecret ? JSON.stringify(sealSecret(plain, replyUse(call), deps)) : plain
  await sql`
    update idempotency_keys set status = ${call.status}, reply = ${stored}
    where user_id = ${call.userId} and key = ${call.key}`.execute(tx)
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
