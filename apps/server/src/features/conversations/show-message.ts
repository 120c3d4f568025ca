import { type Message } from '@veranda/contract/conversations/schemas.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { fileAddress } from '../../files/address.ts'
import { type MessageRow } from './rows.ts'

/** A message as it goes over the wire. */
export function showMessage(row: MessageRow): Message {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    seq: row.seq,
    clientId: row.client_id,
    by: { id: row.sender_id, name: row.sender_name, avatar: fileAddress(row.sender_avatar_file) },
    text: row.deleted_at === null ? row.text : '',
    ...(row.attachments && row.deleted_at === null ? { works: row.attachments } : {}),
    replyTo: row.reply_to,
    at: toIso(row.created_at),
    editedAt: row.edited_at === null ? null : toIso(row.edited_at),
    deletedAt: row.deleted_at === null ? null : toIso(row.deleted_at),
  }
}
