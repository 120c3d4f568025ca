import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { lockPlace } from './rows.ts'

export type OwnMessage = {
  id: string
  conversationId: string
  projectId: string | null
  text: string
  editedAt: Instant | null
  deletedAt: Instant | null
}

/**
 * One's own message in a conversation one still is in, held until the transaction ends. Another's message and none at
 * all look the same.
 */
export async function lockOwnMessage(t: Tx, messageId: string, personId: string): Promise<OwnMessage | undefined> {
  const where = await t
    .selectFrom('messages')
    .select('conversation_id')
    .where('id', '=', messageId)
    .where('sender_id', '=', personId)
    .executeTakeFirst()
  const place = where && (await lockPlace(t, where.conversation_id, personId))
  if (!place) return undefined
  const row = await t
    .selectFrom('messages')
    .select(['text', 'edited_at', 'deleted_at'])
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    id: messageId,
    conversationId: place.conversationId,
    projectId: place.projectId,
    text: row.text,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
  }
}
