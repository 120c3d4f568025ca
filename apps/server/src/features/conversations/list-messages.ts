import { type MessagePage, type MessagesQuery } from '@veranda/contract/conversations/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { type MessageRow, walkMessages } from './rows.ts'
import { showMessage } from './show-message.ts'

const defaultLimit = 50

type Standing = { head: number; others: { personId: string; seq: number }[] }

/**
 * One page of messages, always in the order of their seq: the last before `before`, the first after `after`, half and
 * half about `around`, or the newest. Absent to everybody who is not in the conversation.
 */
export async function listMessages(
  at: { tx: Db; actor: Actor },
  conversationId: string,
  query: MessagesQuery,
): Promise<Result<MessagePage>> {
  const { tx, actor } = at
  const standing = await readStanding(tx, conversationId, actor.id)
  if (!standing) return refuse('conversation.not-found', 'not-found')
  const page = await readPage(tx, conversationId, query)
  return ok({
    items: page.rows.map(showMessage),
    head: standing.head,
    older: page.older,
    newer: page.newer,
    readBy: standing.others,
  })
}

type Page = { rows: MessageRow[]; older: boolean; newer: boolean }

async function readPage(db: Db, conversationId: string, query: MessagesQuery): Promise<Page> {
  const limit = query.limit ?? defaultLimit
  const backward = async (before: number | undefined, count: number) => {
    const found = await walkMessages(db, conversationId, { before }, count)
    return { rows: found.slice(0, count).toReversed(), more: found.length > count }
  }
  const forward = async (from: number, count: number) => {
    const found = await walkMessages(db, conversationId, { from }, count)
    return { rows: found.slice(0, count), more: found.length > count }
  }
  if (query.around !== undefined) {
    const half = Math.floor(limit / 2)
    const [older, newer] = [await backward(query.around, half), await forward(query.around, limit - half)]
    return { rows: [...older.rows, ...newer.rows], older: older.more, newer: newer.more }
  }
  if (query.after !== undefined) {
    const page = await forward(query.after + 1, limit)
    return { rows: page.rows, older: query.after > 0, newer: page.more }
  }
  const page = await backward(query.before, limit)
  return { rows: page.rows, older: page.more, newer: query.before !== undefined }
}

/** The head of the log and how far everyone else has read, in one statement; undefined to a stranger. */
async function readStanding(db: Db, conversationId: string, personId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select coalesce(s.last_seq, 0) as head, (
      select coalesce(json_agg(json_build_object('personId', o.person_id, 'seq', o.read_seq) order by o.person_id), '[]')
      from conversation_members o
      where o.conversation_id = m.conversation_id and o.person_id <> m.person_id and o.left_at is null
    ) as others
    from conversation_members m
    left join streams s on s.kind = 'conversation' and s.id = m.conversation_id
    where m.conversation_id = ${conversationId} and m.person_id = ${personId} and m.left_at is null`.execute(db)
  return rows[0]
}
