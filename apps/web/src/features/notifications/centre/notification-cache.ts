import { type InfiniteData } from '@tanstack/react-query'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import {
  type Notification,
  type NotificationList,
  type NotificationsQuery,
} from '@veranda/contract/notifications/schemas.ts'
import { queryCache, queryKeyOf } from '../../../lib/api/query.ts'
import { matchesFilters } from './notification-filters.ts'

type Pages = InfiniteData<NotificationList>
type ListChange = (pages: Pages, filters: NotificationsQuery) => Pages

function updateLists(change: ListChange): void {
  for (const query of queryCache.getQueryCache().findAll({ queryKey: queryKeyOf(listNotifications) })) {
    // Lists are cached as pages under [path, params, query, 'pages'].
    const filters = (query.queryKey[2] ?? {}) as NotificationsQuery
    queryCache.setQueryData<Pages>(query.queryKey, (data) => (data && 'pages' in data ? change(data, filters) : data))
  }
}

/** Prepends a live notification to every list whose filter it matches; replaces an earlier copy. */
export function prependNotification(notification: Notification): void {
  updateLists((data, filters) => prependToPages(data, notification, filters))
}

export function prependToPages(data: Pages, notification: Notification, filters: NotificationsQuery): Pages {
  const without = mapPages(data, (items) => items.filter((item) => item._id !== notification._id))
  const [first, ...rest] = without.pages
  if (!first || !matchesFilters(notification, filters)) return without
  return { ...without, pages: [{ ...first, items: [notification, ...first.items] }, ...rest] }
}

/** Marks one or all notifications in every list; a list of unread ones keeps those just read until it is refetched. */
export function markInLists(read: boolean, id?: string): void {
  updateLists((data) =>
    mapPages(data, (items) =>
      items.map((item) => ((id === undefined || item._id === id) && item.read !== read ? { ...item, read } : item)),
    ),
  )
}

/** Removes one or all notifications from every list; returns how to restore them. */
export function removeFromLists(id?: string): () => void {
  const before = queryCache
    .getQueryCache()
    .findAll({ queryKey: queryKeyOf(listNotifications) })
    .map((query) => [query.queryKey, query.state.data] as const)
  updateLists((data) => mapPages(data, (items) => (id === undefined ? [] : items.filter((item) => item._id !== id))))
  if (id === undefined) updateLists((data) => ({ ...data, pages: data.pages.map((page) => ({ ...page, next: null })) }))
  return () => {
    for (const [key, data] of before) queryCache.setQueryData(key, data)
  }
}

/** Finds a notification in the cached lists. */
export function findInLists(id: string): Notification | undefined {
  for (const [, data] of queryCache.getQueriesData<Pages>({ queryKey: queryKeyOf(listNotifications) })) {
    const found = data?.pages?.flatMap((page) => page.items).find((item) => item._id === id)
    if (found) return found
  }
  return undefined
}

function mapPages(data: Pages, change: (items: Notification[]) => Notification[]): Pages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) }
}
