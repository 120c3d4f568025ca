import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { type ConversationId, type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { createNotification, toStoredRouting, decideRouting, type NotificationRequest } from './create-notification.ts'
import { draftForUnread, findUnreadMessages, type UnreadMessages } from './unread-messages.ts'
import { publishNotification } from './publish-notification.ts'
import { pushNotification } from './push-notifications.ts'
import { publishUnreadCounts } from '../centre/unread-counts.ts'

type OpenNotification = { id: string; params: Record<string, string | number>; data: Notification['data'] }
type MessageGroup = { userId: UserId; conversationId: ConversationId; at: Instant }

/**
 * Syncs the one notification that groups a user's unread messages in a conversation: updates it, retracts it when
 * nothing is unread, and creates it if `mode` is `make`. Idempotent; publishes nothing if nothing changed.
 */
export async function syncMessageGroup(
  ctx: { tx: Tx; deps: Deps },
  group: MessageGroup,
  mode: 'create-if-missing' | 'update-only',
): Promise<void> {
  const { tx } = ctx
  const open = await lockOpenNotification(tx, group)
  if (!open && mode === 'update-only') return
  const unread = await findUnreadMessages(tx, group.userId, group.conversationId)
  if (!unread) {
    if (open) await retractNotification(tx, group, open.id)
    return
  }
  const draft = draftForUnread(group.conversationId, unread)
  const request = {
    recipient: group.userId,
    sender: unread.senderId,
    dedupeKey: groupDedupeKey(group, unread),
    at: group.at,
    draft,
  }
  if (open) {
    const unchanged = ['count', 'preview'].every((name) => open.params[name] === draft.params[name])
    if (!unchanged || open.data.messageId !== unread.messageId) await updateGroup(ctx, request, open)
  } else if (!(await createNotification(ctx, request))) {
    const reopened = await reopenNotification(tx, request, unread.seq)
    if (reopened) await updateGroup(ctx, request, reopened)
  }
}

/** Rewrites the group for all that is unread now; shows a toast and pushes only if a newer message arrived. */
async function updateGroup(
  ctx: { tx: Tx; deps: Deps },
  request: NotificationRequest,
  open: OpenNotification,
): Promise<void> {
  const { draft, recipient } = request
  const routed = await decideRouting(ctx, request)
  await ctx.tx
    .updateTable('notifications')
    .set({
      params: JSON.stringify(draft.params),
      data: JSON.stringify({ ...draft.data, event: draft.eventName }),
      sender_id: request.sender,
      routing: JSON.stringify(toStoredRouting(routed)),
      created_at: new Date(request.at),
      read_at: null,
    })
    .where('id', '=', open.id)
    .execute()
  const grew = Number(draft.data['seq']) > Number(open.data['seq'])
  await publishNotification(ctx.tx, recipient, open.id, grew && routed.toast.do === 'send')
  if (grew) await pushNotification(ctx, { userId: recipient, id: open.id, decision: routed.push })
}

function groupDedupeKey(group: MessageGroup, unread: UnreadMessages): string {
  return `messages:${group.conversationId}:${unread.firstSeq}`
}

/** Locks the unread notification that groups this conversation's messages. */
async function lockOpenNotification(tx: Tx, group: MessageGroup): Promise<OpenNotification | undefined> {
  return tx
    .selectFrom('notifications')
    .select(['id', 'params', 'data'])
    .where('user_id', '=', group.userId)
    .where('key', '=', 'message.received')
    .where(sql<string>`data ->> 'conversationId'`, '=', group.conversationId)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1))
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Reopens a notification that was read or deleted in the list before its messages were read; only a newer message does
 * so.
 */
async function reopenNotification(
  tx: Tx,
  request: NotificationRequest,
  seq: number,
): Promise<OpenNotification | undefined> {
  return tx
    .updateTable('notifications')
    .set({ deleted_at: null })
    .where('user_id', '=', request.recipient)
    .where('dedupe_key', '=', request.dedupeKey)
    .where(sql<number>`(data ->> 'seq')::bigint`, '<', seq)
    .returning(['id', 'params', 'data'])
    .executeTakeFirst()
}

async function retractNotification(tx: Tx, group: MessageGroup, id: string): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ deleted_at: new Date(group.at) })
    .where('id', '=', id)
    .execute()
  await publishUnreadCounts(tx, group.userId)
}
