import { type Conversation, type ConversationList } from '@veranda/contract/conversations/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso, type Instant } from '@veranda/core/time/instant.ts'
import { type AssetKind } from '@veranda/core/assets/acceptance-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { requiredColumn } from '../../platform/db/required-column.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { encodeSortCursor, parseSortCursor } from '../../platform/db/cursor.ts'
import { toUserSummary } from './conversation.repository.ts'

type ConversationRow = {
  id: string
  kind: 'direct' | 'project'
  project_id: string | null
  project_title: string | null
  updated_at: Instant
  read_seq: number
  head: number
  unread: number
  last_text: string | null
  last_attached: AssetKind | null
  last_by: string | null
  last_at: Instant | null
  last_deleted: boolean | null
  members: { id: string; name: string; avatar_file: string | null; has_page: boolean }[]
}

/**
 * Selects a user's conversations, filtered and cut to a page before anything is counted. An empty direct conversation
 * is listed only for the user who opened it.
 */
const conversationsQuery = (userId: string, page: RawBuilder<unknown>) => sql<ConversationRow>`
  with page as (
    select c.id, c.kind, c.project_id, c.updated_at, m.user_id, m.read_seq, coalesce(s.last_seq, 0) as head
    from conversation_members m
    join conversations c on c.id = m.conversation_id
    left join streams s on s.kind = 'conversation' and s.id = c.id
    where m.user_id = ${userId} and m.left_at is null ${page}
  )
  select c.id, c.kind, c.project_id, p.title as project_title, c.updated_at, c.read_seq, c.head,
    unread.count as unread, members.members,
    last.text as last_text, last.attachments -> 0 ->> 'kind' as last_attached, last.sender_id as last_by, last.created_at as last_at, last.deleted_at is not null as last_deleted
  from page c
  left join projects p on p.id = c.project_id
  left join lateral (
    select x.text, x.attachments, x.sender_id, x.created_at, x.deleted_at from messages x
    where x.conversation_id = c.id order by x.seq desc limit 1
  ) last on true
  cross join lateral (
    select count(*) from messages x
    where x.conversation_id = c.id and x.seq > c.read_seq and x.sender_id <> c.user_id and x.deleted_at is null
  ) unread
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'avatar_file', o.avatar_file,
      'has_page', o.closed_at is null and exists (select from creators k where k.user_id = o.id)) order by om.joined_at, o.id), '[]') as members
    from conversation_members om join users o on o.id = om.user_id
    where om.conversation_id = c.id and om.user_id <> c.user_id and om.left_at is null
  ) members
  order by c.kind = 'project' and c.head = 0, c.updated_at desc, c.id desc`

function toConversationDto(row: ConversationRow): Conversation {
  const last =
    row.last_by === null || row.last_at === null
      ? null
      : {
          text: row.last_deleted ? '' : (row.last_text ?? ''),
          attachmentKind: row.last_deleted ? null : row.last_attached,
          by: row.last_by,
          at: toIso(row.last_at),
          deleted: row.last_deleted ?? false,
        }
  return {
    id: row.id,
    ...kindFields(row),
    members: row.members.map((member) => ({ ...toUserSummary(member), hasPage: member.has_page })),
    last,
    head: row.head,
    read: row.read_seq,
    unread: row.unread,
    updatedAt: toIso(row.updated_at),
  }
}

/** Returns the kind of a conversation, with the project that it belongs to. */
function kindFields({ id, kind, project_id: projectId, project_title: title }: ConversationRow) {
  switch (kind) {
    case 'direct':
      return { kind, project: null }
    case 'project': {
      const project = { id: requiredColumn(projectId, 'conversation', { id, state: kind }), title: title ?? '' }
      return { kind, project }
    }
  }
}

const defaultPageSize = 20

/**
 * Lists the actor's conversations, latest first, then the projects without a message, each with its exact unread
 * count, in one query.
 */
export async function listConversations(
  ctx: QueryContext,
  query: { cursor?: string | undefined; limit?: number | undefined; projectId?: string | undefined },
): Promise<Result<ConversationList>> {
  const limit = query.limit ?? defaultPageSize
  const parsed = parseSortCursor(query.cursor, { valueCount: 2 })
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const [empty = 0, updatedAt = 0] = cursor?.values ?? []
  // A direct conversation that was opened to write in it keeps its place.
  const isEmpty = sql`(c.kind = 'project' and coalesce(s.last_seq, 0) = 0)`
  const page = sql`
    and (c.kind = 'project' or c.opened_by = m.user_id or s.last_seq > 0)
    ${query.projectId ? sql`and c.project_id = ${query.projectId}` : sql``}
    ${
      cursor
        ? sql`and (not ${isEmpty}, c.updated_at, c.id) < (${empty === 0}, ${new Date(updatedAt)}, ${cursor.id})`
        : sql``
    }
    order by ${isEmpty}, c.updated_at desc, c.id desc
    limit ${pageLimit(limit)}`
  const { rows } = await conversationsQuery(ctx.actor.id, page).execute(ctx.tx)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map(toConversationDto),
    next:
      rows.length > limit && last
        ? encodeSortCursor({
            values: [last.kind === 'project' && last.head === 0 ? 1 : 0, last.updated_at],
            id: last.id,
          })
        : null,
  })
}

/** Returns one conversation as the actor sees it; not found for anyone who is not a member. */
export async function readConversation(ctx: QueryContext, id: string): Promise<Result<Conversation>> {
  const { rows } = await conversationsQuery(ctx.actor.id, sql`and c.id = ${id}`).execute(ctx.tx)
  const row = rows[0]
  return row ? ok(toConversationDto(row)) : refuse('conversation.not-found', 'not-found')
}
