export const notificationTypes = [
  'message',
  'appointment_reminder',
  'appointment_update',
  'appointment_canceled',
  'payment',
  'system',
  'project',
  'commission',
  'milestone',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Type of each event name under which a notification goes over the socket. */
export const typeByEventName = {
  schedule_created: 'appointment_update',
  schedule_updated: 'appointment_update',
  schedule_reminder: 'appointment_reminder',
  showcase_starting: 'appointment_reminder',
  schedule_cancelled: 'appointment_canceled',
  commission_update: 'commission',
  payment_update: 'payment',
  milestone_update: 'milestone',
  broadcast: 'system',
} as const satisfies Record<string, NotificationType>
/** `notification` is the event name of everything without its own: messages, projects, security. */
export type NotificationEventName = keyof typeof typeByEventName | 'notification'

/** From most to least urgent. */
export const priorities = ['urgent', 'high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]

/** Returns whether `priority` is less urgent than `threshold`. */
export function isLessUrgent(priority: Priority, threshold: Priority): boolean {
  return priorities.indexOf(priority) > priorities.indexOf(threshold)
}

/** The channels of the preferences, each of which a notification is routed to. */
export const channels = ['inApp', 'email', 'push'] as const
export type Channel = (typeof channels)[number]

export const groups = ['projectTeams', 'colleagues', 'clients'] as const
export type Group = (typeof groups)[number]

export const groupTypes = ['messages', 'updates', 'reminders', 'announcements'] as const
export type GroupType = (typeof groupTypes)[number]

/** Returns the group type of a notification type. */
export function groupTypeOf(type: NotificationType): GroupType {
  if (type === 'message') return 'messages'
  if (type === 'appointment_reminder') return 'reminders'
  return type === 'system' ? 'announcements' : 'updates'
}

export const cadences = ['instant', 'hourly', 'daily', 'weekly', 'never'] as const
export type Cadence = (typeof cadences)[number]

export const flags = ['commissionUpdates', 'paymentNotifications', 'milestoneAlerts', 'creatorMessages'] as const
export type Flag = (typeof flags)[number]

/** The preference flag that toasts and pushes of a type require, if any. */
export const flagByType: Partial<Record<NotificationType, Flag>> = {
  commission: 'commissionUpdates',
  payment: 'paymentNotifications',
  milestone: 'milestoneAlerts',
  message: 'creatorMessages',
}
