import { type InfiniteData } from '@tanstack/react-query'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import {
  type Notification,
  type NotificationList,
  type NotificationsQuery,
} from '@veranda/contract/notifications/schemas.ts'
import { cache, keyOf } from '../../lib/query.ts'
import { isWithin } from './notification-filters.ts'

type Pages = InfiniteData<NotificationList>
type Change = (pages: Pages, filters: NotificationsQuery) => Pages

function changeLists(change: Change): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: keyOf(listNotifications) })) {
    // Lists are kept as pages under [path, params, query, 'pages'].
    const filters = (query.queryKey[2] ?? {}) as NotificationsQuery
    cache.setQueryData<Pages>(query.queryKey, (data) => (data && 'pages' in data ? change(data, filters) : data))
  }
}

/** What came live stands first in every list that it belongs to; the same one again replaces what it was. */
export function prependNotification(notification: Notification): void {
  changeLists((data, filters) => prepended(data, notification, filters))
}

export function prepended(data: Pages, notification: Notification, filters: NotificationsQuery): Pages {
  const without = eachPage(data, (items) => items.filter((item) => item._id !== notification._id))
  const [first, ...rest] = without.pages
  if (!first || !isWithin(notification, filters)) return without
  return { ...without, pages: [{ ...first, items: [notification, ...first.items] }, ...rest] }
}

/** Marks one, or all, in every list; a list of the unread keeps what was just read in sight until it is read anew. */
export function markInLists(read: boolean, id?: string): void {
  changeLists((data) =>
    eachPage(data, (items) =>
      items.map((item) => ((id === undefined || item._id === id) && item.read !== read ? { ...item, read } : item)),
    ),
  )
}

/** Takes one, or all, out of every list; answers how to put them back. */
export function takeFromLists(id?: string): () => void {
  const before = cache
    .getQueryCache()
    .findAll({ queryKey: keyOf(listNotifications) })
    .map((query) => [query.queryKey, query.state.data] as const)
  changeLists((data) => eachPage(data, (items) => (id === undefined ? [] : items.filter((item) => item._id !== id))))
  if (id === undefined) changeLists((data) => ({ ...data, pages: data.pages.map((page) => ({ ...page, next: null })) }))
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data)
  }
}

/** One that is in some list of this browser. */
export function findInLists(id: string): Notification | undefined {
  for (const [, data] of cache.getQueriesData<Pages>({ queryKey: keyOf(listNotifications) })) {
    const found = data?.pages?.flatMap((page) => page.items).find((item) => item._id === id)
    if (found) return found
  }
  return undefined
}

function eachPage(data: Pages, change: (items: Notification[]) => Notification[]): Pages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) }
}
