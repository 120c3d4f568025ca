import { listNotifications, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { useList } from '../../lib/list.ts'
import { useRead } from '../../lib/query.ts'
import { keepUnread, unreadNow } from '../../lib/unread.ts'
import { type NotificationFilters } from './notification-filters.ts'

/** The notifications under these filters, page by page. */
export function useNotifications(filters: NotificationFilters) {
  return useList(listNotifications, { query: filters })
}

export function usePreferences() {
  return useRead(readPreferences)
}

/** Moves the shown count ahead of the server's answer, never below nought; answers how to take that back. */
export function changeUnread(by: number | 'none'): () => void {
  const { count, version } = unreadNow()
  keepUnread({ count: by === 'none' ? 0 : count + by, version })
  return () => keepUnread({ count, version: unreadNow().version })
}
