import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { type NotificationWrite } from './notification-send-queue.ts'

/** A notification as it will be once the writes that wait are sent. */
export type ShownNotification = Notification & { readonly isWaiting: boolean }

/** Returns notifications as they will be once these writes, oldest first, are sent. */
export function withWaitingWrites(
  notifications: readonly Notification[],
  writes: readonly NotificationWrite[],
): ShownNotification[] {
  let shown: ShownNotification[] = notifications.map((notification) => ({ ...notification, isWaiting: false }))
  const restored = new Set(writes.flatMap((write) => (write.action === 'restore' ? write.ids : [])))
  for (const write of writes)
    switch (write.action) {
      case 'read':
      case 'unread':
        shown = shown.map((one) =>
          one._id === write.id ? { ...one, read: write.action === 'read', isWaiting: true } : one,
        )
        break
      case 'read-all':
        shown = shown.map((one) => (one.isWaiting || !one.read ? { ...one, read: true, isWaiting: true } : one))
        break
      case 'delete':
        shown = shown.filter(({ _id }) => _id !== write.id || restored.has(_id))
        break
      case 'clear':
        shown = shown.filter(({ _id }) => restored.has(_id))
        break
      case 'restore':
        break
    }
  return shown
}
