import { listNotifications, readPreferences, readUnreadCounts } from '@veranda/contract/notifications/routes.ts'
import { call } from '../../lib/api/call.ts'
import { useList } from '../../lib/api/use-list.ts'
import { useRead } from '../../lib/api/query.ts'
import { applyUnreadCounts, getUnreadCounts } from '../../lib/realtime/unread-counts.ts'
import { useWaitingChanges, withWaitingChanges } from './preferences/preferences-send-queue.ts'
import { type NotificationFilters } from './centre/notification-filters.ts'
import { useWaitingWrites } from './centre/notification-send-queue.ts'
import { withWaitingWrites } from './centre/waiting-writes.ts'

/** Returns the notifications that match the filters, page by page, with the writes that wait for a connection. */
export function useNotifications(filters: NotificationFilters) {
  const list = useList(listNotifications, { query: filters })
  return { ...list, items: withWaitingWrites(list.items, useWaitingWrites()) }
}

/** Returns the preferences as shown: with the changes that wait for a connection. */
export function useNotificationPreferences() {
  const read = useRead(readPreferences)
  const waiting = useWaitingChanges()
  return { ...read, data: read.data && withWaitingChanges(read.data, waiting) }
}

/** Reads the counts once, for a page whose socket is not open yet or cannot be opened. */
export async function loadUnreadCounts(): Promise<void> {
  try {
    applyUnreadCounts(await call(readUnreadCounts))
  } catch {
    // The socket brings them, or the next page load.
  }
}

/** Adjusts the shown count before the server replies, never below 0; returns how to undo it. */
export function adjustUnreadCount(by: number | 'none'): () => void {
  const { count, version } = getUnreadCounts()
  applyUnreadCounts({ count: by === 'none' ? 0 : count + by, version })
  return () => applyUnreadCounts({ count, version: getUnreadCounts().version })
}
