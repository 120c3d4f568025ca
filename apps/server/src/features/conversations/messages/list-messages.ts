import { type MessagePage, type MessagesQuery } from '@veranda/contract/conversations/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { type Db } from '../../../platform/db/database.ts'
import { type MessageRow, findMessagePage } from '../conversation.repository.ts'
import { toMessageDto } from './message.presenter.ts'

const defaultPageSize = 50

type ReadState = { head: number; others: { userId: string; seq: number }[] }

/**
 * Returns one page of messages in ascending seq: the last before `before`, the first after `after`, half on each side
 * of `around`, or the newest. Not found for anyone who is not a member.
 */
export async function listMessages(
  ctx: QueryContext,
  conversationId: string,
  query: MessagesQuery,
): Promise<Result<MessagePage>> {
  const { tx, actor } = ctx
  const readState = await findReadState(tx, conversationId, actor.id)
  if (!readState) return refuse('conversation.not-found', 'not-found')
  const page = await readPage(tx, conversationId, query)
  return ok({
    items: page.rows.map((row) => toMessageDto(row, actor.id)),
    head: readState.head,
    older: page.older,
    newer: page.newer,
    readBy: readState.others,
  })
}

type Page = { rows: MessageRow[]; older: boolean; newer: boolean }

async function readPage(db: Db, conversationId: string, query: MessagesQuery): Promise<Page> {
  const limit = query.limit ?? defaultPageSize
  const backward = async (before: number | undefined, count: number) => {
    const found = await findMessagePage(db, conversationId, { before }, count)
    return { rows: found.slice(0, count).toReversed(), more: found.length > count }
  }
  const forward = async (fromSeq: number, count: number) => {
    const found = await findMessagePage(db, conversationId, { from: fromSeq }, count)
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

/**
 * Returns the head of the stream and the read cursors of the other members in one statement; undefined for a
 * non-member.
 */
async function findReadState(db: Db, conversationId: string, userId: string): Promise<ReadState | undefined> {
  const { rows } = await sql<ReadState>`
    select coalesce(s.last_seq, 0) as head, (
      select coalesce(json_agg(json_build_object('userId', o.user_id, 'seq', o.read_seq) order by o.user_id), '[]')
      from conversation_members o
      where o.conversation_id = m.conversation_id and o.user_id <> m.user_id and o.left_at is null
    ) as others
    from conversation_members m
    left join streams s on s.kind = 'conversation' and s.id = m.conversation_id
    where m.conversation_id = ${conversationId} and m.user_id = ${userId} and m.left_at is null`.execute(db)
  return rows[0]
}
