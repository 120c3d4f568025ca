import { readNotification, unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import { type OnConnect, onSocketEvent } from '../../platform/realtime/socket-events.ts'
import { markNotification } from './centre/mark-notifications.ts'
import { readUnreadCounts } from './centre/unread-counts.ts'

export const notificationSocketHandlers = [
  onSocketEvent(readNotification, (ctx) =>
    markNotification(ctx, typeof ctx.payload === 'string' ? ctx.payload : ctx.payload.id, true),
  ),
]

/** Sends the unread counts to a socket that has just connected. */
export const emitUnreadCountsOnConnect: OnConnect = async ({ actor, deps, emit }) => {
  emit(unreadCountChanged, await readUnreadCounts(deps.db, actor.id))
}
