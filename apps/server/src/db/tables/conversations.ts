import type { Computed, Defaulted, Stamp, StampOrNull } from './columns.ts'

export type ConversationTables = {
  conversations: {
    id: string
    kind: 'direct' | 'project'
    project_id: string | null
    direct_key: string | null
    created_at: Stamp
    updated_at: Stamp
  }
  conversation_members: {
    conversation_id: string
    person_id: string
    read_seq: Defaulted<number>
    muted: Defaulted<boolean>
    joined_at: Stamp
    left_at: StampOrNull
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
    created_at: Stamp
    edited_at: StampOrNull
    deleted_at: StampOrNull
    search: Computed<string>
  }
  message_edits: { message_id: string; edited_at: Stamp; former_text: string }
}
