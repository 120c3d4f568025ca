import { type Conversation, type ConversationList } from '@veranda/contract/conversations/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso, type Instant } from '@veranda/core/time/instant.ts'
import { type WorkKind } from '@veranda/core/works/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { personOf } from './rows.ts'

type Row = {
  id: string
  kind: 'direct' | 'project'
  project_id: string | null
  project_title: string | null
  updated_at: Instant
  read_seq: number
  muted: boolean
  head: number
  unread: number
  last_text: string | null
  last_attached: WorkKind | null
  last_by: string | null
  last_at: Instant | null
  last_deleted: boolean | null
  people: { id: string; name: string; avatar_file: string | null }[]
}

/**
 * Places of a person in conversations, narrowed and cut to a page before anything is counted in them. An empty direct
 * conversation shows only to the one who opened it.
 */
const selected = (personId: string, page: RawBuilder<unknown>) => sql<Row>`
  with page as (
    select c.id, c.kind, c.project_id, c.updated_at, m.person_id, m.read_seq, m.muted, coalesce(s.last_seq, 0) as head
    from conversation_members m
    join conversations c on c.id = m.conversation_id
    left join streams s on s.kind = 'conversation' and s.id = c.id
    where m.person_id = ${personId} and m.left_at is null ${page}
  )
  select c.id, c.kind, c.project_id, p.title as project_title, c.updated_at, c.read_seq, c.muted, c.head,
    unread.count as unread, people.people,
    last.text as last_text, last.attachments -> 0 ->> 'kind' as last_attached, last.sender_id as last_by, last.created_at as last_at, last.deleted_at is not null as last_deleted
  from page c
  left join projects p on p.id = c.project_id
  left join lateral (
    select x.text, x.attachments, x.sender_id, x.created_at, x.deleted_at from messages x
    where x.conversation_id = c.id order by x.seq desc limit 1
  ) last on true
  cross join lateral (
    select count(*) from messages x
    where x.conversation_id = c.id and x.seq > c.read_seq and x.sender_id <> c.person_id and x.deleted_at is null
  ) unread
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'avatar_file', o.avatar_file) order by om.joined_at, o.id), '[]') as people
    from conversation_members om join people o on o.id = om.person_id
    where om.conversation_id = c.id and om.person_id <> c.person_id and om.left_at is null
  ) people
  order by c.updated_at desc, c.id desc`

function show(row: Row): Conversation {
  const last =
    row.last_by === null || row.last_at === null
      ? null
      : {
          text: row.last_deleted ? '' : (row.last_text ?? ''),
          attached: row.last_deleted ? null : row.last_attached,
          by: row.last_by,
          at: toIso(row.last_at),
          deleted: row.last_deleted ?? false,
        }
  return {
    id: row.id,
    kind: row.kind,
    project: row.project_id === null ? null : { id: row.project_id, title: row.project_title ?? '' },
    people: row.people.map(personOf),
    last,
    head: row.head,
    read: row.read_seq,
    unread: row.unread,
    muted: row.muted,
    updatedAt: toIso(row.updated_at),
  }
}

const defaultLimit = 20

/** One's conversations, the latest first, each with its exact count of unread messages; one query. */
export async function listConversations(
  at: { tx: Db; actor: Actor },
  query: { cursor?: string | undefined; limit?: number | undefined; projectId?: string | undefined },
): Promise<Result<ConversationList>> {
  const limit = query.limit ?? defaultLimit
  const from = query.cursor === undefined ? undefined : readCursor(query.cursor)
  if (query.cursor !== undefined && !from) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  const page = sql`
    and (c.kind = 'project' or c.opened_by = m.person_id or s.last_seq > 0)
    ${query.projectId ? sql`and c.project_id = ${query.projectId}` : sql``}
    ${from ? sql`and (c.updated_at, c.id) < (${new Date(from.at)}, ${from.id})` : sql``}
    order by c.updated_at desc, c.id desc
    limit ${pageLimit(limit)}`
  const { rows } = await selected(at.actor.id, page).execute(at.tx)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map(show),
    next: rows.length > limit && last ? writeCursor({ at: last.updated_at, id: last.id }) : null,
  })
}

/** One conversation as its reader sees it; absent to everybody who is not in it. */
export async function readConversation(at: { tx: Db; actor: Actor }, id: string): Promise<Result<Conversation>> {
  const { rows } = await selected(at.actor.id, sql`and c.id = ${id}`).execute(at.tx)
  const row = rows[0]
  return row ? ok(show(row)) : refuse('conversation.not-found', 'not-found')
}
