import { type PersonShape } from '@veranda/contract/shapes.ts'
import { type Attachment } from '@veranda/contract/works/schemas.ts'
import { type ConversationId, type ProjectId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'
import { fileAddress } from '../../files/address.ts'

/** One's own standing place in a conversation. */
export type Place = {
  conversationId: ConversationId
  projectId: ProjectId | null
  readSeq: number
  name: string
  avatar: string | null
}

type PlaceRow = {
  conversation_id: string
  project_id: string | null
  read_seq: number
  name: string
  avatar_file: string | null
}

export function personOf(row: { id: string; name: string; avatar_file: string | null }): PersonShape {
  return { id: row.id, name: row.name, avatar: fileAddress(row.avatar_file) }
}

function placeOf(row: PlaceRow | undefined): Place | undefined {
  return (
    row && {
      // Both columns hold ids of these kinds.
      conversationId: row.conversation_id as ConversationId,
      projectId: row.project_id as ProjectId | null,
      readSeq: row.read_seq,
      name: row.name,
      avatar: fileAddress(row.avatar_file),
    }
  )
}

function placeQuery(db: Db, conversationId: string, personId: string) {
  return db
    .selectFrom('conversation_members as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('m.conversation_id', '=', conversationId)
    .where('m.person_id', '=', personId)
    .where('m.left_at', 'is', null)
    .select(['m.conversation_id', 'c.project_id', 'm.read_seq', 'p.name', 'p.avatar_file'])
}

/** Where somebody stands in a conversation; undefined when they are not in it. */
export async function findPlace(db: Db, conversationId: string, personId: string): Promise<Place | undefined> {
  return placeOf(await placeQuery(db, conversationId, personId).executeTakeFirst())
}

/**
 * The same, holding the membership until the transaction ends: nobody can be taken out meanwhile, and one person's
 * sends into one conversation follow each other.
 */
export async function lockPlace(tx: Tx, conversationId: string, personId: string): Promise<Place | undefined> {
  return placeOf(await placeQuery(tx, conversationId, personId).forNoKeyUpdate('m').executeTakeFirst())
}

/** The conversation of a project; undefined when there is none. */
export async function conversationOfProject(db: Db, projectId: string): Promise<string | undefined> {
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

/** One page of a conversation's messages with their senders, in the order of the walk, and one more when there is more. */
export async function walkMessages(
  db: Db,
  conversationId: string,
  walk: { before?: number | undefined } | { from: number },
  size: number,
): Promise<MessageRow[]> {
  const forward = 'from' in walk
  const beyond = forward
    ? sql`and x.seq >= ${walk.from}`
    : walk.before === undefined
      ? sql``
      : sql`and x.seq < ${walk.before}`
  const { rows } = await sql<MessageRow>`
    select x.id, x.conversation_id, x.seq, x.client_id, x.sender_id, s.name as sender_name,
      s.avatar_file as sender_avatar_file, x.text, x.reply_to, x.attachments, x.created_at, x.edited_at, x.deleted_at
    from messages x
    join people s on s.id = x.sender_id
    where x.conversation_id = ${conversationId} ${beyond}
    order by x.seq ${forward ? sql`asc` : sql`desc`}
    limit ${pageLimit(size)}`.execute(db)
  return rows
}

/** Whether somebody has an open account. */
export async function isPerson(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Puts a conversation to the top of its members' lists. */
export async function bumpConversation(tx: Tx, conversationId: string, at: Instant): Promise<void> {
  await sql`
    update conversations set updated_at = greatest(updated_at, ${new Date(at)}) where id = ${conversationId}
  `.execute(tx)
}
