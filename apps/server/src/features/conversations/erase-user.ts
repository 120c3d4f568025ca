import { sql } from 'kysely'
import { type Eraser } from '../../platform/access/account-erasure.ts'
import { deleteUnusedFiles } from '../../platform/assets/erase-files.ts'
import { type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { clearMessagePreviews, deleteStreams, replaceNameInStreams } from '../../platform/events/erase-events.ts'

/**
 * Deletes a user's name as the author of their messages, which the others keep as they were sent. With the last of its
 * members go the messages of a conversation.
 */
export const messageEraser: Eraser = {
  tables: ['messages', 'message_edits', 'message_attachments', 'stream_events'],
  async erase(ctx, user) {
    const { tx } = ctx
    const { rows } = await sql<{ id: string; is_left: boolean }>`
      select c.conversation_id as id, not exists (
        select from conversation_members m join users u on u.id = m.user_id
        where m.conversation_id = c.conversation_id and u.closed_at is null) as is_left
      from conversation_members c where c.user_id = ${user.id}`.execute(tx)
    // What a message says stays as it is, also where it is the name.
    const ids = rows.filter((row) => !row.is_left).map(({ id }) => id)
    await replaceNameInStreams(tx, { kind: 'conversation', ids, within: 'fields' }, user)
    const left = rows.filter((row) => row.is_left).map(({ id }) => id)
    if (left.length > 0) await eraseMessages(ctx, left)
  },
}

async function eraseMessages(ctx: { tx: Tx; deps: Deps }, conversationIds: readonly string[]): Promise<void> {
  const { tx } = ctx
  const messages = sql`select id from messages where conversation_id = any(${[...conversationIds]}::uuid[])`
  await sql`delete from message_edits where message_id in (${messages})`.execute(tx)
  const { rows: attached } = await sql<{ asset_id: string }>`
    delete from message_attachments where message_id in (${messages}) returning asset_id`.execute(tx)
  // The rows stay, because the change requests of a project refer to them.
  await sql`
    update messages set text = '', body_hash = '', attachments = null
    where conversation_id = any(${[...conversationIds]}::uuid[])`.execute(tx)
  await clearMessagePreviews(tx, conversationIds)
  await deleteStreams(tx, { kind: 'conversation', ids: conversationIds })
  await deleteUnusedFiles(ctx, { assetIds: attached.map((row) => row.asset_id) })
}
