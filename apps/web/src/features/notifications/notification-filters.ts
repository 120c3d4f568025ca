import {
  type Notification,
  type NotificationsQuery,
  notificationTypes,
  priorities,
} from '@veranda/contract/notifications/schemas.ts'

/** The filters of the list as they stand in the address. */
export type NotificationFilters = Pick<NotificationsQuery, 'read' | 'type' | 'priority' | 'projectId'>

/** Reads the filters of an address; what does not fit counts as not there. */
export function readNotificationFilters(params: URLSearchParams): NotificationFilters {
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

export function writeNotificationFilters(filters: NotificationFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) params.set(name, value)
  return params
}

/** Whether a notification belongs into a list under these filters. */
export function isWithin(notification: Notification, filters: NotificationFilters): boolean {
  const { read, type, priority, projectId } = filters
  return (
    (read === undefined || (read === 'true') === notification.read) &&
    (type === undefined || type === notification.type) &&
    (priority === undefined || priority === notification.priority) &&
    (projectId === undefined || projectId === notification.data.projectId)
  )
}
