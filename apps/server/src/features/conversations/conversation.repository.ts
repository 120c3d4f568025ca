import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import { type Attachment } from '@veranda/contract/assets/schemas.ts'
import { asId, type ConversationId, type ProjectId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { avatarUrl } from '../../platform/assets/stored-files/stored-file-url.ts'

/** An active membership of a user in a conversation. */
export type Membership = {
  conversationId: ConversationId
  projectId: ProjectId | null
  readSeq: number
  name: string
  avatar: string | null
}

type MembershipRow = {
  conversation_id: string
  project_id: string | null
  read_seq: number
  name: string
  avatar_file: string | null
}

export function toUserSummary(row: { id: string; name: string; avatar_file: string | null }): UserSummary {
  return { id: row.id, name: row.name, avatar: avatarUrl(row.avatar_file) }
}

function toMembership(row: MembershipRow | undefined): Membership | undefined {
  return (
    row && {
      conversationId: asId<ConversationId>(row.conversation_id),
      projectId: row.project_id === null ? null : asId<ProjectId>(row.project_id),
      readSeq: row.read_seq,
      name: row.name,
      avatar: avatarUrl(row.avatar_file),
    }
  )
}

function membershipQuery(db: Db, conversationId: string, userId: string) {
  return db
    .selectFrom('conversation_members as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.conversation_id', '=', conversationId)
    .where('m.user_id', '=', userId)
    .where('m.left_at', 'is', null)
    .select(['m.conversation_id', 'c.project_id', 'm.read_seq', 'u.name', 'u.avatar_file'])
}

/** Finds a user's membership; undefined if they are not in the conversation. */
export async function findMembership(db: Db, conversationId: string, userId: string): Promise<Membership | undefined> {
  return toMembership(await membershipQuery(db, conversationId, userId).executeTakeFirst())
}

/** Locks a user's membership: they cannot be removed meanwhile, and their sends to one conversation are serialised. */
export async function lockMembership(tx: Tx, conversationId: string, userId: string): Promise<Membership | undefined> {
  return toMembership(await membershipQuery(tx, conversationId, userId).forNoKeyUpdate('m').executeTakeFirst())
}

/** Returns the ids of a conversation's members. */
export async function findMemberIds(db: Db, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('conversation_members')
    .select('user_id')
    .where('conversation_id', '=', conversationId)
    .where('left_at', 'is', null)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns the id of a project's conversation; undefined if there is none. */
export async function findProjectConversationId(db: Db, projectId: string): Promise<string | undefined> {
  const row = await db.selectFrom('conversations').select('id').where('project_id', '=', projectId).executeTakeFirst()
  return row?.id
}

export type MessageRow = {
  id: string
  conversation_id: string
  seq: number
  client_id: string | null
  sender_id: string
  sender_name: string
  sender_avatar_file: string | null
  text: string
  reply_to: string | null
  attachments: Attachment[] | null
  created_at: Instant
  edited_at: Instant | null
  deleted_at: Instant | null
}

/**
 * Selects one page of messages with their senders in the order of the range, plus one more row if there is a next page.
 */
export function selectMessagePage(
  conversationId: string,
  range: { before?: number | undefined } | { from: number },
  size: number,
): RawBuilder<MessageRow> {
  const forward = 'from' in range
  const seqFilter = forward
    ? sql`and x.seq >= ${range.from}`
    : range.before === undefined
      ? sql``
      : sql`and x.seq < ${range.before}`
  return sql<MessageRow>`
    select x.id, x.conversation_id, x.seq, x.client_id, x.sender_id, s.name as sender_name,
      s.avatar_file as sender_avatar_file, x.text, x.reply_to, x.attachments, x.created_at, x.edited_at, x.deleted_at
    from messages x
    join users s on s.id = x.sender_id
    where x.conversation_id = ${conversationId} ${seqFilter}
    order by x.seq ${forward ? sql`asc` : sql`desc`}
    limit ${pageLimit(size)}`
}

/** Returns whether the id is that of a user whose account is neither closed, about to be deleted, nor suspended. */
export async function isActiveUser(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .where('deletion_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Moves a conversation to the top of its members' lists. */
export async function bumpConversation(tx: Tx, conversationId: string, at: Instant): Promise<void> {
  await sql`
    update conversations set updated_at = greatest(updated_at, ${new Date(at)}) where id = ${conversationId}
  `.execute(tx)
}
