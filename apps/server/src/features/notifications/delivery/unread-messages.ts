import { notificationDrafts } from '@veranda/core/notifications/delivery/drafts-from-events.ts'
import { type NotificationDraft } from '@veranda/core/notifications/delivery/notification-draft.ts'
import { type ConversationEvent } from '@veranda/core/conversations/events.ts'
import { type ConversationId, type MessageId, type UserId, type ProjectId } from '@veranda/core/ids.ts'
import { excerptText } from '@veranda/core/text.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

/** The newest of a user's unread messages that did not mention them, and the number of these messages. */
export type UnreadMessages = {
  count: number
  /** Seq of the oldest unread message; identifies the group. */
  firstSeq: number
  messageId: MessageId
  seq: number
  text: string
  senderId: UserId
  projectId: ProjectId | null
}

/** Finds the unread messages; returns undefined if there are none or the user has left the conversation. */
export async function findUnreadMessages(
  db: Db,
  userId: string,
  conversationId: string,
): Promise<UnreadMessages | undefined> {
  const { rows } = await sql<UnreadMessages>`
    select count(*) over () as count, min(x.seq) over () as "firstSeq", x.id as "messageId", x.seq, x.text,
      x.sender_id as "senderId", c.project_id as "projectId"
    from conversation_members m
    join conversations c on c.id = m.conversation_id
    join messages x on x.conversation_id = m.conversation_id and x.seq > m.read_seq
      and x.sender_id <> m.user_id and x.deleted_at is null
    where m.conversation_id = ${conversationId} and m.user_id = ${userId} and m.left_at is null
      and not exists (
        select from notifications n where n.user_id = m.user_id and n.dedupe_key = ${mentionDedupeKey('')} || x.id
      )
    order by x.seq desc
    limit 1`.execute(db)
  return rows[0]
}

/** Returns the dedupe key of the notification of a mention. */
export function mentionDedupeKey(messageId: string): string {
  return `message:${messageId}`
}

/** Makes the draft for members who are not mentioned, covering all their unread messages. */
export function draftForUnread(conversationId: ConversationId, unread: UnreadMessages): NotificationDraft {
  const event: ConversationEvent<'message.sent'> = {
    type: 'message.sent',
    data: {
      conversationId,
      projectId: unread.projectId,
      messageId: unread.messageId,
      seq: unread.seq,
      by: unread.senderId,
      preview: excerptText(unread.text),
      mentions: [],
    },
  }
  const [draft] = notificationDrafts(event)
  if (!draft) throw new Error('a message must make a notification draft')
  return {
    ...draft,
    params: { ...draft.params, count: unread.count },
    data: { ...draft.data, seq: unread.seq },
  }
}
