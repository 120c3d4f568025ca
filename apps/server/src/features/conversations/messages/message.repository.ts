import { type Tx } from '../../../platform/db/database.ts'
import { lockMembership, type Membership } from '../conversation.repository.ts'

export type LockedMessage = { membership: Membership; seq: number; text: string; deleted: boolean }

/**
 * Locks the user's own message in a conversation that they are still a member of. Returns undefined both for another
 * user's message and for an unknown id.
 */
export async function lockMessageFor(tx: Tx, messageId: string, userId: string): Promise<LockedMessage | undefined> {
  const located = await tx
    .selectFrom('messages')
    .select('conversation_id')
    .where('id', '=', messageId)
    .where('sender_id', '=', userId)
    .executeTakeFirst()
  const membership = located && (await lockMembership(tx, located.conversation_id, userId))
  if (!membership) return undefined
  const row = await tx
    .selectFrom('messages')
    .select(['seq', 'text', 'deleted_at'])
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { membership, seq: row.seq, text: row.text, deleted: row.deleted_at !== null }
}
