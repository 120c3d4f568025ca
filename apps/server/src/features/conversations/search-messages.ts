import { type MessageHits } from '@veranda/contract/conversations/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql, type RawBuilder } from 'kysely'
import { pageLimit } from '../../db/page-limit.ts'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type MessageRow } from './rows.ts'
import { showMessage } from './show-message.ts'

type Row = MessageRow & { kind: 'direct' | 'project'; title: string }

/** Scripts whose words are not told apart by blanks or change inside: found by their letters instead of by words. */
const byLetters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}]/u

/** How a query finds: every word as the beginning of a word, or the whole as a run of letters. */
export function searchedFor(q: string): { words: string } | { letters: string } | undefined {
  if (byLetters.test(q)) return { letters: q }
  const words = q.match(/[\p{L}\p{N}]+/gu)
  return words ? { words: words.map((word) => `${word}:*`).join(' & ') } : undefined
}

function matches(q: NonNullable<ReturnType<typeof searchedFor>>): RawBuilder<unknown> {
  if ('words' in q) return sql`x.search @@ to_tsquery('simple', ${q.words})`
  return sql`x.text ilike ${`%${q.letters.replace(/[\\%_]/g, String.raw`\$&`)}%`}`
}

const defaultLimit = 20

/** Finds messages in one's own conversations only, the newest first. */
export async function searchMessages(
  at: { tx: Db; actor: Actor },
  query: {
    q: string
    conversationId?: string | undefined
    cursor?: string | undefined
    limit?: number | undefined
  },
): Promise<Result<MessageHits>> {
  const limit = query.limit ?? defaultLimit
  const from = query.cursor === undefined ? undefined : readCursor(query.cursor)
  if (query.cursor !== undefined && !from) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  const q = searchedFor(query.q)
  if (!q) return ok({ items: [], next: null })
  const { rows } = await sql<Row>`
    select x.id, x.conversation_id, x.seq, x.client_id, x.sender_id, x.text, x.reply_to, x.attachments, x.created_at, x.edited_at,
      x.deleted_at, s.name as sender_name, s.avatar_file as sender_avatar_file, c.kind,
      coalesce(p.title, other.name, '') as title
    from conversation_members m
    join conversations c on c.id = m.conversation_id
    join messages x on x.conversation_id = m.conversation_id
    join people s on s.id = x.sender_id
    left join projects p on p.id = c.project_id
    left join lateral (
      select o.name from conversation_members om join people o on o.id = om.person_id
      where c.kind = 'direct' and om.conversation_id = c.id and om.person_id <> m.person_id limit 1
    ) other on true
    where m.person_id = ${at.actor.id} and m.left_at is null and x.deleted_at is null and ${matches(q)}
      ${query.conversationId ? sql`and m.conversation_id = ${query.conversationId}` : sql``}
      ${from ? sql`and (x.created_at, x.id) < (${new Date(from.at)}, ${from.id})` : sql``}
    order by x.created_at desc, x.id desc
    limit ${pageLimit(limit)}`.execute(at.tx)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map((row) => ({
      message: showMessage(row),
      conversation: { id: row.conversation_id, title: row.title, kind: row.kind },
    })),
    next: rows.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  })
}
