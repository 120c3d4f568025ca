import { type MessagePage, type MessagesQuery } from '@veranda/contract/conversations/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type RawBuilder, sql } from 'kysely'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { selectMessagePage } from '../conversation.repository.ts'
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
  const { tx, actor, deps } = ctx
  const sections = sectionsOf(query)
  const [[readState], ...found] = await deps.readTogether(
    selectReadState(conversationId, actor.id).compile(tx),
    ...sections.map(({ range, size }) => selectMessagePage(conversationId, range, size).compile(tx)),
  )
  if (!readState) return refuse('conversation.not-found', 'not-found')
  const pages = sections.map(({ range, size }, index) => {
    const rows = found[index] ?? []
    const inRange = rows.slice(0, size)
    const isForward = 'from' in range
    return { isForward, rows: isForward ? inRange : inRange.toReversed(), hasMore: rows.length > size }
  })
  return ok({
    items: pages.flatMap(({ rows }) => rows).map((row) => toMessageDto(row, actor.id)),
    head: readState.head,
    older: pages.find((page) => !page.isForward)?.hasMore ?? (query.after ?? 0) > 0,
    newer: pages.find((page) => page.isForward)?.hasMore ?? query.before !== undefined,
    readBy: readState.others,
  })
}

/** A range of messages, backward from `before` (or the newest) or forward from `from`, and its number of messages. */
type Section = { readonly range: { before?: number | undefined } | { from: number }; readonly size: number }

/** Returns the sections of a page, the older one first. */
function sectionsOf({ limit = defaultPageSize, before, after, around }: MessagesQuery): Section[] {
  if (around !== undefined) {
    const half = Math.floor(limit / 2)
    return [
      { range: { before: around }, size: half },
      { range: { from: around }, size: limit - half },
    ]
  }
  return [{ range: after === undefined ? { before } : { from: after + 1 }, size: limit }]
}

/** Selects the head of the stream and the read cursors of the other members; no row for a non-member. */
function selectReadState(conversationId: string, userId: string): RawBuilder<ReadState> {
  return sql<ReadState>`
    select coalesce(s.last_seq, 0) as head, (
      select coalesce(json_agg(json_build_object('userId', o.user_id, 'seq', o.read_seq) order by o.user_id), '[]')
      from conversation_members o
      where o.conversation_id = m.conversation_id and o.user_id <> m.user_id and o.left_at is null
    ) as others
    from conversation_members m
    left join streams s on s.kind = 'conversation' and s.id = m.conversation_id
    where m.conversation_id = ${conversationId} and m.user_id = ${userId} and m.left_at is null`
}
