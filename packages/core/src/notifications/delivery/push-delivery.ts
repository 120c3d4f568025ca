import { day, hour, type Instant, type Milliseconds } from '../../time/instant.ts'
import { type NotificationType, type Priority } from '../types.ts'

/** The urgencies of RFC 8030 (section 5.3) that are used; `very-low` is for advertisements. */
export type PushUrgency = 'low' | 'normal' | 'high'

/** Time in milliseconds for which a push service keeps a push for a device that it cannot reach, by type. */
export const pushLifetimesMs: Readonly<Record<NotificationType, Milliseconds>> = {
  message: 2 * day,
  // At most: it ends when what it reminds of begins.
  appointment_reminder: day,
  appointment_update: 3 * day,
  appointment_canceled: 3 * day,
  payment: 7 * day,
  system: 7 * day,
  project: 3 * day,
  commission: 7 * day,
  milestone: 7 * day,
}

/** Urgency by type. A high one wakes a device that saves power: for what has a time, and for security. */
export const pushUrgencies: Readonly<Record<NotificationType, PushUrgency>> = {
  message: 'normal',
  appointment_reminder: 'high',
  appointment_update: 'normal',
  appointment_canceled: 'high',
  payment: 'normal',
  system: 'high',
  project: 'low',
  commission: 'normal',
  milestone: 'normal',
}

/** The treatment of a push by its push service. */
export type PushDelivery = { readonly lifetimeMs: Milliseconds; readonly urgency: PushUrgency }

/** Several notifications in one push: they waited already, so the device is not woken. */
export const mergedPushDelivery: PushDelivery = { lifetimeMs: 12 * hour, urgency: 'normal' }

type PushedNotification = {
  readonly type: NotificationType
  readonly priority: Priority
  /** Start of what a reminder is about; undefined for anything else. */
  readonly startsAt: Instant | undefined
}

/** Returns how to deliver one notification; undefined for a reminder of something that has begun. */
export function pushDeliveryOf(
  { type, priority, startsAt }: PushedNotification,
  now: Instant,
): PushDelivery | undefined {
  const longestMs = pushLifetimesMs[type]
  const lifetimeMs = startsAt === undefined ? longestMs : Math.min(longestMs, startsAt - now)
  if (lifetimeMs <= 0) return undefined
  return { lifetimeMs, urgency: priority === 'urgent' ? 'high' : pushUrgencies[type] }
}

/** The things that a push can be about, from the narrowest on. */
const topicNames = ['conversationId', 'appointmentId', 'milestoneId', 'commissionId', 'projectId'] as const

/**
 * Returns the thing that a notification is about, such as one conversation or booking: a newer push about it replaces an
 * older one. Undefined if it is about nothing that another could be about.
 */
export function pushTopicOf(data: Readonly<Record<string, unknown>>): string | undefined {
  const name = topicNames.find((candidate) => typeof data[candidate] === 'string')
  return name && `${name}:${String(data[name])}`
}
