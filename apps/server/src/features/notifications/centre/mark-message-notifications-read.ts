import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { publishUnreadCounts } from './unread-counts.ts'

/**
 * Marks a conversation's message notifications read once the user has read that far, and publishes the unread counts.
 * The composition root passes it to the conversations feature.
 */
export async function markMessageNotificationsRead(ctx: {
  tx: Tx
  deps: Deps
  userId: string
  conversationId: string
  readSeq: number
}): Promise<void> {
  const { tx, deps, userId } = ctx
  await tx
    .updateTable('notifications')
    .set({ read_at: new Date(deps.clock.now()) })
    .where('user_id', '=', userId)
    .where('type', '=', 'message')
    .where(sql<string>`data ->> 'conversationId'`, '=', ctx.conversationId)
    .where(sql<number>`(data ->> 'seq')::bigint`, '<=', ctx.readSeq)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  await publishUnreadCounts(tx, userId)
}
