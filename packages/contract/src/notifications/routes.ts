import { route } from '../route.ts'
import type { IdParams } from '../shapes.ts'
import type {
  Cleared,
  Counted,
  NotificationList,
  NotificationsQuery,
  Preferences,
  PreferencesBody,
  RestoreBody,
  Summary,
  Why,
} from './schemas.ts'

export const listNotifications = route<{ query: NotificationsQuery; reply: NotificationList }>('GET', '/notifications')
export const summariseNotifications = route<{ reply: Summary }>('GET', '/notifications/summary')
export const readPreferences = route<{ reply: Preferences }>('GET', '/notifications/preferences')
export const changePreferences = route<{ body: PreferencesBody; reply: Preferences }>(
  'PUT',
  '/notifications/preferences',
)
export const markRead = route<{ params: IdParams; reply: Counted }>('PUT', '/notifications/:id/read')
export const markUnread = route<{ params: IdParams; reply: Counted }>('PUT', '/notifications/:id/unread')
export const markAllRead = route<{ reply: Counted }>('PUT', '/notifications/read-all')
export const deleteNotification = route<{ params: IdParams; reply: Counted }>('DELETE', '/notifications/:id')
export const clearNotifications = route<{ reply: Cleared }>('DELETE', '/notifications')
/** Brings back what was deleted or cleared. */
export const restoreNotifications = route<{ body: RestoreBody; reply: Counted }>('POST', '/notifications/restore')
export const whyNotified = route<{ params: IdParams; reply: Why }>('GET', '/notifications/:id/why')
