import { notificationTypes, priorities } from '@veranda/core/notifications/types.ts'
import { type Notification, type NotificationsQuery } from '@veranda/contract/notifications/schemas.ts'

/** The filters of the list, kept in the URL. */
export type NotificationFilters = Pick<NotificationsQuery, 'read' | 'type' | 'priority' | 'projectId'>

/** Parses the filters of a URL; ignores invalid values. */
export function parseNotificationFilters(params: URLSearchParams): NotificationFilters {
  const read = params.get('read')
  const type = notificationTypes.find((known) => known === params.get('type'))
  const priority = priorities.find((known) => known === params.get('priority'))
  const projectId = params.get('projectId')
  return {
    ...(read === 'true' || read === 'false' ? { read } : {}),
    ...(type ? { type } : {}),
    ...(priority ? { priority } : {}),
    ...(projectId ? { projectId } : {}),
  }
}

export function serializeNotificationFilters(filters: NotificationFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) params.set(name, value)
  return params
}

/** Returns whether a notification matches the filters. */
export function matchesFilters(notification: Notification, filters: NotificationFilters): boolean {
  const { read, type, priority, projectId } = filters
  return (
    (read === undefined || (read === 'true') === notification.read) &&
    (type === undefined || type === notification.type) &&
    (priority === undefined || priority === notification.priority) &&
    (projectId === undefined || projectId === notification.data.projectId)
  )
}
