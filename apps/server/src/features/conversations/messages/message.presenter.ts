import { type Message } from '@veranda/contract/conversations/schemas.ts'
import { messageActionsFor } from '@veranda/core/conversations/messages/message.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { avatarUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { type MessageRow } from '../conversation.repository.ts'

/** Converts a row to a message DTO for one member of the conversation. */
export function toMessageDto(row: MessageRow, readerId: string): Message {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    seq: row.seq,
    clientId: row.client_id,
    by: { id: row.sender_id, name: row.sender_name, avatar: avatarUrl(row.sender_avatar_file) },
    text: row.deleted_at === null ? row.text : '',
    ...(row.attachments && row.deleted_at === null ? { attachments: row.attachments } : {}),
    replyTo: row.reply_to,
    at: toIso(row.created_at),
    editedAt: row.edited_at === null ? null : toIso(row.edited_at),
    deletedAt: row.deleted_at === null ? null : toIso(row.deleted_at),
    actions: messageActionsFor({ deleted: row.deleted_at !== null }, row.sender_id === readerId ? 'author' : 'member'),
  }
}
