import { type Tx } from '../../db/database.ts'
import { lockPlace, type Place } from './rows.ts'

export type OwnMessage = { place: Place; seq: number; text: string; deleted: boolean }

/**
 * One's own message in a conversation one still is in, held until the transaction ends. Another's message and none at
 * all look the same.
 */
export async function lockOwnMessage(tx: Tx, messageId: string, personId: string): Promise<OwnMessage | undefined> {
  const where = await tx
    .selectFrom('messages')
    .select('conversation_id')
    .where('id', '=', messageId)
    .where('sender_id', '=', personId)
    .executeTakeFirst()
  const place = where && (await lockPlace(tx, where.conversation_id, personId))
  if (!place) return undefined
  const row = await tx
    .selectFrom('messages')
    .select(['seq', 'text', 'deleted_at'])
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { place, seq: row.seq, text: row.text, deleted: row.deleted_at !== null }
}
