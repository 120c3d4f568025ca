import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { type ConversationId, type PersonId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { keepNotification, linesOf, routeNews, type News } from './keep-notification.ts'
import { groupDraft, unreadOf, type Unread } from './message-news.ts'
import { tellNotification } from './tell-notification.ts'
import { tellCounts } from './unread-counts.ts'

type Open = { id: string; params: Record<string, string | number>; data: Notification['data'] }
type Of = { personId: PersonId; conversationId: ConversationId; at: Instant }

/**
 * Keeps one notification for all that somebody has not read in a conversation: brings it up to date, takes it away when
 * nothing is left, and with `make` makes it. Safe to repeat; tells nobody when nothing changed.
 */
export async function groupMessages(at: { tx: Tx; deps: Deps }, of: Of, make: 'make' | 'keep'): Promise<void> {
  const { tx } = at
  const open = await findOpen(tx, of)
  if (!open && make === 'keep') return
  const unread = await unreadOf(tx, of.personId, of.conversationId)
  if (!unread) {
    if (open) await takeAway(tx, of, open.id)
    return
  }
  const draft = groupDraft(of.conversationId, unread)
  const news = { recipient: of.personId, sender: unread.senderId, cause: causeOf(of, unread), at: of.at, draft }
  if (open) {
    const same = ['count', 'preview'].every((name) => open.params[name] === draft.params[name])
    if (!same || open.data.messageId !== unread.messageId) await update(at, news, open)
  } else if (!(await keepNotification(at, news))) {
    const again = await reopen(tx, news, unread.seq)
    if (again) await update(at, news, again)
  }
}

/** Says all that is unread now; pops up only for a message that came since. */
async function update(at: { tx: Tx; deps: Deps }, news: News, open: Open): Promise<void> {
  const { draft, recipient } = news
  const routed = await routeNews(at, news)
  await at.tx
    .updateTable('notifications')
    .set({
      params: JSON.stringify(draft.params),
      data: JSON.stringify({ ...draft.data, event: draft.live }),
      sender_id: news.sender,
      routing: JSON.stringify(linesOf(routed)),
      created_at: new Date(news.at),
      read_at: routed.record.read ? new Date(news.at) : null,
    })
    .where('id', '=', open.id)
    .execute()
  const grew = Number(draft.data['seq']) > Number(open.data['seq'])
  await tellNotification(at.tx, recipient, open.id, grew && routed.toast.do === 'send')
}

function causeOf(of: Of, unread: Unread): string {
  return `messages:${of.conversationId}:${unread.firstSeq}`
}

/** The unread notification that already stands for messages of this conversation, held. */
async function findOpen(tx: Tx, of: Of): Promise<Open | undefined> {
  return tx
    .selectFrom('notifications')
    .select(['id', 'params', 'data'])
    .where('person_id', '=', of.personId)
    .where('key', '=', 'message.received')
    .where(sql<string>`data ->> 'conversationId'`, '=', of.conversationId)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1))
    .forUpdate()
    .executeTakeFirst()
}

/** It was read or deleted in the list while the messages were not: with a newer message it is news again. */
async function reopen(tx: Tx, news: News, seq: number): Promise<Open | undefined> {
  return tx
    .updateTable('notifications')
    .set({ deleted_at: null })
    .where('person_id', '=', news.recipient)
    .where('cause', '=', news.cause)
    .where(sql<number>`(data ->> 'seq')::bigint`, '<', seq)
    .returning(['id', 'params', 'data'])
    .executeTakeFirst()
}

async function takeAway(tx: Tx, of: Of, id: string): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ deleted_at: new Date(of.at) })
    .where('id', '=', id)
    .execute()
  await tellCounts(tx, of.personId)
}
