import { noticesOf } from '@veranda/core/notifications/from-event.ts'
import { type Draft } from '@veranda/core/notifications/draft.ts'
import { type ConversationEvent } from '@veranda/core/conversations/events.ts'
import { type ConversationId, type MessageId, type PersonId, type ProjectId } from '@veranda/core/ids.ts'
import { preview } from '@veranda/core/text.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'

/** The newest of the messages that somebody has not read and was not told of by a mention, and how many there are. */
export type Unread = {
  count: number
  /** Where they begin: what makes them one group. */
  firstSeq: number
  messageId: MessageId
  seq: number
  text: string
  senderId: PersonId
  projectId: ProjectId | null
}

/** undefined when there is nothing unread, or the person is not in the conversation any more. */
export async function unreadOf(db: Db, personId: string, conversationId: string): Promise<Unread | undefined> {
  const { rows } = await sql<Unread>`
    select count(*) over () as count, min(x.seq) over () as "firstSeq", x.id as "messageId", x.seq, x.text,
      x.sender_id as "senderId", c.project_id as "projectId"
    from conversation_members m
    join conversations c on c.id = m.conversation_id
    join messages x on x.conversation_id = m.conversation_id and x.seq > m.read_seq
      and x.sender_id <> m.person_id and x.deleted_at is null
    where m.conversation_id = ${conversationId} and m.person_id = ${personId} and m.left_at is null
      and not exists (
        select from notifications n where n.person_id = m.person_id and n.cause = ${mentionCause('')} || x.id
      )
    order by x.seq desc
    limit 1`.execute(db)
  return rows[0]
}

/** The cause of a notification of one message that mentions the person. */
export function mentionCause(messageId: string): string {
  return `message:${messageId}`
}

/** What the core tells of a message to those who are not mentioned, about all that is unread. */
export function groupDraft(conversationId: ConversationId, unread: Unread): Draft {
  const event: ConversationEvent<'message.sent'> = {
    type: 'message.sent',
    data: {
      conversationId,
      projectId: unread.projectId,
      messageId: unread.messageId,
      seq: unread.seq,
      by: unread.senderId,
      preview: preview(unread.text),
      mentions: [],
    },
  }
  const [draft] = noticesOf(event)
  if (!draft) throw new Error('a message makes a notice')
  return {
    ...draft,
    params: { ...draft.params, count: unread.count },
    data: { ...draft.data, seq: unread.seq },
  }
}
