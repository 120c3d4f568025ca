import type { Attachment } from '@veranda/contract/assets/schemas.ts'
import type { Computed, Defaulted, Timestamp, NullableTimestamp, NullableJsonb } from '../column-types.ts'

export type ConversationTables = {
  conversations: {
    id: string
    kind: 'direct' | 'project'
    project_id: string | null
    direct_key: string | null
    opened_by: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  conversation_members: {
    conversation_id: string
    user_id: string
    read_seq: Defaulted<number>
    joined_at: Timestamp
    left_at: NullableTimestamp
  }
  messages: {
    id: string
    conversation_id: string
    seq: number
    sender_id: string
    client_id: string | null
    body_hash: string
    text: string
    reply_to: string | null
    attachments: NullableJsonb<Attachment[]>
    created_at: Timestamp
    edited_at: NullableTimestamp
    deleted_at: NullableTimestamp
    search: Computed<string>
  }
  message_edits: { message_id: string; seq: number; edited_at: Timestamp; previous_text: string }
}
