import { type MessageSearchResults } from '@veranda/contract/conversations/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql, type RawBuilder } from 'kysely'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'
import { type MessageRow } from '../conversation.repository.ts'
import { toMessageDto } from './message.presenter.ts'

type SearchRow = MessageRow & { kind: 'direct' | 'project'; title: string }

/**
 * Scripts whose words are not separated by spaces or inflect inside the word: searched by substring instead of by word.
 */
const unsegmentedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}]/u

/** Parses a query into a prefix search on every word, or a substring search for unsegmented scripts. */
export function parseSearchQuery(q: string): { prefixes: string } | { substring: string } | undefined {
  if (unsegmentedScripts.test(q)) return { substring: q }
  const words = q.match(/[\p{L}\p{N}]+/gu)
  return words ? { prefixes: words.map((word) => `${word}:*`).join(' & ') } : undefined
}

function matchCondition(q: NonNullable<ReturnType<typeof parseSearchQuery>>): RawBuilder<unknown> {
  if ('prefixes' in q) return sql`x.search @@ to_tsquery('simple', ${q.prefixes})`
  return sql`x.text ilike ${`%${q.substring.replace(/[\\%_]/g, String.raw`\$&`)}%`}`
}

const defaultPageSize = 20

/** Searches the messages of the actor's own conversations, newest first. */
export async function searchMessages(
  ctx: QueryContext,
  query: {
    q: string
    conversationId?: string | undefined
    cursor?: string | undefined
    limit?: number | undefined
  },
): Promise<Result<MessageSearchResults>> {
  const limit = query.limit ?? defaultPageSize
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const q = parseSearchQuery(query.q)
  if (!q) return ok({ items: [], next: null })
  const { rows } = await sql<SearchRow>`
    select x.id, x.conversation_id, x.seq, x.client_id, x.sender_id, x.text, x.reply_to, x.attachments, x.created_at, x.edited_at,
      x.deleted_at, s.name as sender_name, s.avatar_file as sender_avatar_file, c.kind,
      coalesce(p.title, other.name, '') as title
    from conversation_members m
    join conversations c on c.id = m.conversation_id
    join messages x on x.conversation_id = m.conversation_id
    join users s on s.id = x.sender_id
    left join projects p on p.id = c.project_id
    left join lateral (
      select o.name from conversation_members om join users o on o.id = om.user_id
      where c.kind = 'direct' and om.conversation_id = c.id and om.user_id <> m.user_id limit 1
    ) other on true
    where m.user_id = ${ctx.actor.id} and m.left_at is null and x.deleted_at is null and ${matchCondition(q)}
      ${query.conversationId ? sql`and m.conversation_id = ${query.conversationId}` : sql``}
      ${cursor ? sql`and (x.created_at, x.id) < (${new Date(cursor.at)}, ${cursor.id})` : sql``}
    order by x.created_at desc, x.id desc
    limit ${pageLimit(limit)}`.execute(ctx.tx)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map((row) => ({
      message: toMessageDto(row, ctx.actor.id),
      conversation: { id: row.conversation_id, title: row.title, kind: row.kind },
    })),
    next: rows.length > limit && last ? encodeCursor({ at: last.created_at, id: last.id }) : null,
  })
}
