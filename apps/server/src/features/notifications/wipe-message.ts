import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'

/** Takes the quoted text of a deleted message out of what somebody was told, and a mention away while it is unread. */
export async function wipeMessage(tx: Tx, of: { personId: string; messageId: string; at: Instant }): Promise<void> {
  const told = tx
    .updateTable('notifications')
    .where('person_id', '=', of.personId)
    .where('type', '=', 'message')
    .where(sql<string>`data ->> 'messageId'`, '=', of.messageId)
  await told.set({ key: 'message.deleted', params: '{}' }).execute()
  await told
    .where('read_at', 'is', null)
    .set({ deleted_at: new Date(of.at) })
    .execute()
}
