import * as z from 'zod/mini'
import { changeEvent, clientEvent, streamEvent } from '../realtime/socket-event.ts'
import { notification, notificationEventNames } from './schemas.ts'

/** A stored notification, emitted once under its live name. For toasts and the notification lists, never for other data. */
export const notificationEvents = notificationEventNames.map((name) => streamEvent('user', name, notification))
export type NotificationEvent = (typeof notificationEvents)[number]

/** Returns the event of a live name. Throws for a name that is not one. */
export function notificationEventNamed(name: string): NotificationEvent {
  const event = notificationEvents.find((candidate) => candidate.name === name)
  if (!event) throw new Error(`no notification event is named ${name}`)
  return event
}

/** Sent on connect and after each change. `version` grows; an older one must not replace a newer one. */
export const unreadCountChanged = streamEvent(
  'user',
  'unread_count',
  z.object({ count: z.int(), messages: z.int(), version: z.int() }),
)
export type UnreadCount = z.infer<typeof unreadCountChanged.schema>

/** To a user when their notification preferences change. `id` is the user's. */
export const preferencesChanged = changeEvent('preferences:changed', {})

/** To a user when a device is added to or removed from those that are pushed to. `id` is the user's. */
export const pushDevicesChanged = changeEvent('push-devices:changed', {})

/** `{ id }` or the bare id. */
export const readNotification = clientEvent(
  'notification:read',
  z.union([z.uuid(), z.object({ id: z.uuid() })]),
  z.object({ unread: z.int(), version: z.int() }),
  'other-clients',
)
