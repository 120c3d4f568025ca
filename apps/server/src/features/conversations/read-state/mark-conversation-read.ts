import { conversationChanged, conversationRead } from '@veranda/contract/conversations/events.ts'
import { type MarkReadReply } from '@veranda/contract/conversations/schemas.ts'
import { advanceReadCursor } from '@veranda/core/conversations/messages/message-timeline.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { readStreamHead } from '../../../platform/events/streams.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { lockMembership } from '../conversation.repository.ts'

/** Hook that runs in the transaction that moves a user's read cursor; provided by the composition root. */
export type AfterConversationRead = (ctx: {
  tx: Tx
  deps: Deps
  userId: string
  conversationId: string
  /** The seq up to which the user has now read. */
  readSeq: number
}) => Promise<void>

/** Moves the actor's read cursor forward, never back and never past the head of the stream. */
export async function markConversationRead(
  ctx: CommandContext & { afterRead: AfterConversationRead },
  conversationId: string,
  seq: number,
): Promise<Result<MarkReadReply>> {
  const { tx, actor, deps } = ctx
  const membership = await lockMembership(tx, conversationId, actor.id)
  if (!membership) return refuse('conversation.not-found', 'not-found')
  const head = await readStreamHead(tx, { kind: 'conversation', id: conversationId })
  const readSeq = advanceReadCursor(membership.readSeq, seq, head)
  if (readSeq > membership.readSeq) {
    await tx
      .updateTable('conversation_members')
      .set({ read_seq: readSeq })
      .where('conversation_id', '=', conversationId)
      .where('user_id', '=', actor.id)
      .execute()
    await ctx.afterRead({ tx, deps, userId: actor.id, conversationId, readSeq })
    // Only this user's list shows what they have read. Published after the hook, which locks its rows before the stream.
    await publishChange(tx, [actor.id], conversationChanged, { id: conversationId, version: head })
    deps.realtime.emitToStream({ kind: 'conversation', id: conversationId }, conversationRead, {
      conversationId,
      userId: actor.id,
      read: readSeq,
    })
  }
  const counts = await countUnreadMessages(tx, actor.id, conversationId)
  return ok({ read: readSeq, ...counts })
}

/** Counts the user's unread messages in one conversation and in all of them. */
async function countUnreadMessages(tx: Tx, userId: string, conversationId: string) {
  const { rows } = await sql<{ unread: number; messages: number }>`
    select count(*) filter (where m.conversation_id = ${conversationId}) as unread, count(*) as messages
    from conversation_members m
    join messages x on x.conversation_id = m.conversation_id and x.seq > m.read_seq
      and x.sender_id <> m.user_id and x.deleted_at is null
    where m.user_id = ${userId} and m.left_at is null`.execute(tx)
  return rows[0] ?? { unread: 0, messages: 0 }
}
