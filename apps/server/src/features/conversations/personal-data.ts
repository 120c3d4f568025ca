import { type UserId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** Selects the conversations that a user is in; what was said in one that they left is no longer theirs to read. */
const ownConversations = (userId: UserId) => sql`
  select conversation_id from conversation_members where user_id = ${userId} and left_at is null`

/** A user's conversations with every message, because those of others were sent to them, and what they wrote elsewhere. */
export const conversationData: readonly PersonalData[] = [
  {
    name: 'conversations',
    select: (userId) => sql`
      select c.id, c.kind, c.project_id as "projectId",
        (select json_agg(u.name order by u.name, u.id) from conversation_members o join users u on u.id = o.user_id
          where o.conversation_id = c.id and o.user_id <> ${userId} and o.left_at is null) as "with",
        coalesce(c.opened_by = ${userId}, false) as "openedByYou", m.joined_at as "joinedAt", m.left_at as "leftAt",
        m.read_seq as "readUpTo", c.created_at as "createdAt"
      from conversations c join conversation_members m on m.conversation_id = c.id and m.user_id = ${userId}
      order by c.created_at, c.id`,
  },
  {
    name: 'messages',
    select: (userId) => sql`
      select x.id, x.conversation_id as "conversationId", x.seq as number, u.name as "from",
        x.sender_id = ${userId} as "byYou", case when x.deleted_at is null then x.text end as text,
        x.reply_to as "replyTo",
        (select json_agg(a.asset_id order by a.position) from message_attachments a
          where a.message_id = x.id and x.deleted_at is null) as "attachedFileIds",
        x.created_at as "createdAt", x.edited_at as "editedAt", x.deleted_at as "deletedAt"
      from messages x join users u on u.id = x.sender_id
      where x.sender_id = ${userId} or x.conversation_id in (${ownConversations(userId)})
      order by x.conversation_id, x.seq`,
  },
  {
    name: 'message-edits',
    select: (userId) => sql`
      select e.message_id as "messageId", e.previous_text as "previousText", e.edited_at as "editedAt"
      from message_edits e join messages x on x.id = e.message_id
      where x.sender_id = ${userId} and x.deleted_at is null order by e.edited_at, e.message_id`,
  },
]
