import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { type Tx } from '../db/database.ts'

export type Saved = { kind: 'fresh' } | { kind: 'replay'; status: number; reply: unknown } | { kind: 'other-body' }

/** A hash by which two calls with one key are told apart: route, address and body. */
export function hashOfCall(address: string, body: unknown): string {
  return createHash('sha256')
    .update(address)
    .update('\n')
    .update(JSON.stringify(body ?? null))
    .digest('hex')
}

/** Claims the key in the caller's transaction. A second call with it waits here for the first one's end. */
export async function claimKey(
  tx: Tx,
  call: { personId: string; key: string; route: string; bodyHash: string },
): Promise<Saved> {
  const claimed = await sql`
    insert into idempotent_answers (person_id, key, route, body_hash)
    values (${call.personId}, ${call.key}, ${call.route}, ${call.bodyHash}) on conflict do nothing`.execute(tx)
  if (claimed.numAffectedRows === 1n) return { kind: 'fresh' }
  const row = await tx
    .selectFrom('idempotent_answers')
    .select(['route', 'body_hash', 'status', 'reply'])
    .where('person_id', '=', call.personId)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!row || row.route !== call.route || row.body_hash !== call.bodyHash || row.status === null) {
    return { kind: 'other-body' }
  }
  return { kind: 'replay', status: row.status, reply: row.reply }
}

/** Saves the answer in the transaction that made it. */
export async function saveAnswer(
  tx: Tx,
  answer: { personId: string; key: string; status: number; reply: unknown },
): Promise<void> {
  await sql`
    update idempotent_answers set status = ${answer.status}, reply = ${JSON.stringify(answer.reply ?? null)}
    where person_id = ${answer.personId} and key = ${answer.key}`.execute(tx)
}
