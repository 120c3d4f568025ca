import { type ReadReply } from '@veranda/contract/conversations/schemas.ts'
import { movedCursor } from '@veranda/core/conversations/conversation-log.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { streamHead } from '../../log/stream.ts'
import { lockPlace } from './rows.ts'

/** Told inside the transaction in which somebody read on in a conversation; handed in at the composition root. */
export type AfterRead = (at: {
  tx: Tx
  deps: Deps
  personId: string
  conversationId: string
  /** The seq up to which they have read now. */
  read: number
}) => Promise<void>

/** Moves one's read cursor forward, never back and never past the newest event. */
export async function markRead(
  at: { tx: Tx; actor: Actor; deps: Deps; afterRead: AfterRead },
  conversationId: string,
  seq: number,
): Promise<Result<ReadReply>> {
  const { tx, actor, deps } = at
  const place = await lockPlace(tx, conversationId, actor.id)
  if (!place) return refuse('conversation.not-found', 'not-found')
  const head = await streamHead(tx, { kind: 'conversation', id: conversationId })
  const read = movedCursor(place.readSeq, seq, head)
  if (read > place.readSeq) {
    await tx
      .updateTable('conversation_members')
      .set({ read_seq: read })
      .where('conversation_id', '=', conversationId)
      .where('person_id', '=', actor.id)
      .execute()
    await at.afterRead({ tx, deps, personId: actor.id, conversationId, read })
    deps.live.toStream({ kind: 'conversation', id: conversationId }, 'conversation:read', {
      conversationId,
      userId: actor.id,
      read,
    })
  }
  const counts = await countUnread(tx, actor.id, conversationId)
  return ok({ read, ...counts })
}

/** Unread messages in one conversation and in all of a person's. */
async function countUnread(tx: Tx, personId: string, conversationId: string) {
  const { rows } = await sql<{ unread: number; messages: number }>`
    select count(*) filter (where m.conversation_id = ${conversationId}) as unread, count(*) as messages
    from conversation_members m
    join messages x on x.conversation_id = m.conversation_id and x.seq > m.read_seq
      and x.sender_id <> m.person_id and x.deleted_at is null
    where m.person_id = ${personId} and m.left_at is null`.execute(tx)
  return rows[0] ?? { unread: 0, messages: 0 }
}
