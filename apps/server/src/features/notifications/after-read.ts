import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { tellCounts } from './unread-counts.ts'

/**
 * Somebody has read on in a conversation: what they were told of it is read too, and their sockets hear the counts. For
 * the composition root to hand to the conversations.
 */
export async function afterConversationRead(at: {
  tx: Tx
  deps: Deps
  personId: string
  conversationId: string
  read: number
}): Promise<void> {
  const { tx, deps, personId } = at
  await tx
    .updateTable('notifications')
    .set({ read_at: new Date(deps.clock.now()) })
    .where('person_id', '=', personId)
    .where('type', '=', 'message')
    .where(sql<string>`data ->> 'conversationId'`, '=', at.conversationId)
    .where(sql<number>`(data ->> 'seq')::bigint`, '<=', at.read)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  await tellCounts(tx, personId)
}
