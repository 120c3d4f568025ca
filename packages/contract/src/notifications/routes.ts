import { route } from '../route.ts'
import type { Done, IdParams } from '../shared-schemas.ts'
import type { UnreadCount } from './events.ts'
import type {
  ClearReply,
  MarkAllReadQuery,
  UnreadReply,
  NotificationList,
  NotificationsQuery,
  Preferences,
  PreferencesBody,
  RestoreBody,
  NotificationSummary,
  Explanation,
  AddPushDeviceBody,
  PushDevice,
  PushDeviceList,
} from './schemas.ts'

export const listNotifications = route<{ query: NotificationsQuery; reply: NotificationList }>('GET', '/notifications')
/** Returns the same counts as the event `unread_count`, for a page whose socket is not open yet. */
export const readUnreadCounts = route<{ reply: UnreadCount }>('GET', '/notifications/unread')
export const summariseNotifications = route<{ reply: NotificationSummary }>('GET', '/notifications/summary')
export const readPreferences = route<{ reply: Preferences }>('GET', '/notifications/preferences')
export const changePreferences = route<{ body: PreferencesBody; reply: Preferences }>(
  'PUT',
  '/notifications/preferences',
)
export const markRead = route<{ params: IdParams; reply: UnreadReply }>('PUT', '/notifications/:id/read')
export const markUnread = route<{ params: IdParams; reply: UnreadReply }>('PUT', '/notifications/:id/unread')
export const markAllRead = route<{ query: MarkAllReadQuery; reply: UnreadReply }>('PUT', '/notifications/read-all')
export const deleteNotification = route<{ params: IdParams; reply: UnreadReply }>('DELETE', '/notifications/:id')
export const clearNotifications = route<{ reply: ClearReply }>('DELETE', '/notifications')
/** Restores deleted or cleared notifications. */
export const restoreNotifications = route<{ body: RestoreBody; reply: UnreadReply }>('POST', '/notifications/restore')
export const explainNotification = route<{ params: IdParams; reply: Explanation }>('GET', '/notifications/:id/why')

/** The browsers that the user's notifications are pushed to. */
export const listPushDevices = route<{ reply: PushDeviceList }>('GET', '/notifications/push-devices')
/** Adds the browser of this session, or renews its subscription. */
export const addPushDevice = route<{ body: AddPushDeviceBody; reply: PushDevice }>('PUT', '/notifications/push-devices')
export const removePushDevice = route<{ params: IdParams; reply: Done }>('DELETE', '/notifications/push-devices/:id')
