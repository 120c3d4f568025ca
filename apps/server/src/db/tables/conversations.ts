import type { Attachment } from '@veranda/contract/works/schemas.ts'
import type { Computed, Default, At, MaybeAt, MaybeJson } from '../columns.ts'

export type ConversationTables = {
  conversations: {
    id: string
    kind: 'direct' | 'project'
    project_id: string | null
    direct_key: string | null
    opened_by: string | null
    created_at: At
    updated_at: At
  }
  conversation_members: {
    conversation_id: string
    person_id: string
    read_seq: Default<number>
    muted: Default<boolean>
    joined_at: At
    left_at: MaybeAt
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
    attachments: MaybeJson<Attachment[]>
    created_at: At
    edited_at: MaybeAt
    deleted_at: MaybeAt
    search: Computed<string>
  }
  message_edits: { message_id: string; seq: number; edited_at: At; former_text: string }
}
