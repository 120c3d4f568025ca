import { pushEndpointPattern } from '@veranda/core/notifications/delivery/push-services.ts'
import { notificationTypes, priorities } from '@veranda/core/notifications/types.ts'
import * as z from 'zod/mini'
import { id, isoInstant, pageQuery } from '../shared-schemas.ts'

export const notificationEventNames = [
  'schedule_created',
  'schedule_reminder',
  'schedule_updated',
  'schedule_cancelled',
  'showcase_starting',
  'commission_update',
  'payment_update',
  'milestone_update',
  'broadcast',
  'notification',
] as const

/** Free-form, with the well-known names of the product. Paths are our own only; amounts are integer minor units. */
export const notificationData = z.looseObject({
  event: z.optional(z.enum(notificationEventNames)),
  messageId: z.optional(z.string()),
  conversationId: z.optional(z.string()),
  projectId: z.optional(z.string()),
  appointmentId: z.optional(z.string()),
  transactionId: z.optional(z.string()),
  milestoneId: z.optional(z.string()),
  commissionId: z.optional(z.string()),
  location: z.optional(z.string()),
  time: z.optional(isoInstant),
  amount: z.optional(z.int()),
  refundAmount: z.optional(z.int()),
  currency: z.optional(z.string()),
  oldTime: z.optional(isoInstant),
  newTime: z.optional(isoInstant),
  joinUrl: z.optional(z.string()),
  actionUrl: z.optional(z.string()),
})

export const notification = z.object({
  _id: z.string(),
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  createdAt: isoInstant,
  read: z.boolean(),
  sender: z.nullable(z.object({ id: z.string(), name: z.string(), avatar: z.nullable(z.string()) })),
  priority: z.enum(priorities),
  data: notificationData,
})
export type Notification = z.infer<typeof notification>

export const notificationsQuery = z.object({
  ...pageQuery.shape,
  read: z.optional(z.enum(['true', 'false'])),
  type: z.optional(z.enum(notificationTypes)),
  priority: z.optional(z.enum(priorities)),
  projectId: z.optional(id),
})
export type NotificationsQuery = z.infer<typeof notificationsQuery>
export const notificationList = z.object({
  items: z.array(notification),
  next: z.nullable(z.string()),
  unread: z.int(),
})
export type NotificationList = z.infer<typeof notificationList>

/** Without `link` all are marked; otherwise those that lead to this path of our own, messages excepted. */
export const markAllReadQuery = z.strictObject({ link: z.optional(z.string().check(z.maxLength(500))) })
export type MarkAllReadQuery = z.infer<typeof markAllReadQuery>

/** Reply of every write; `version` grows with each change, so that a late reply cannot overwrite a newer count. */
export const unreadReply = z.object({ unread: z.int(), version: z.int() })
export type UnreadReply = z.infer<typeof unreadReply>

export const restoreBody = z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(1000)) })
export type RestoreBody = z.infer<typeof restoreBody>
export const clearReply = z.object({ ...unreadReply.shape, ids: z.array(z.string()) })
export type ClearReply = z.infer<typeof clearReply>

export const explanation = z.object({
  /** One entry per channel: the decision, and the reasons as keys of the catalogue `notifications`. */
  channels: z.array(
    z.object({
      channel: z.enum(['record', 'toast', 'email', 'push']),
      decision: z.enum(['send', 'defer', 'digest', 'suppress']),
      at: z.nullable(isoInstant),
      reasons: z.array(z.string()),
    }),
  ),
  /** When a push service last accepted a push of it; null while none has. */
  pushedAt: z.nullable(isoInstant),
})
export type Explanation = z.infer<typeof explanation>

export const notificationSummary = z.object({
  volumeOverTime: z.array(z.object({ date: z.string(), count: z.int() })),
  typeDistribution: z.record(z.string(), z.int()),
  channelDistribution: z.record(z.string(), z.int()),
  engagementRates: z.record(z.string(), z.number()),
  readVsUnread: z.object({ read: z.int(), unread: z.int() }),
})
export type NotificationSummary = z.infer<typeof notificationSummary>

const flagsByType = z.record(z.string(), z.boolean())
/** Nested and flat form at once (email, push and inApp repeat channels.*). */
export const preferences = z.object({
  channels: z.object({ inApp: z.boolean(), email: z.boolean(), push: z.boolean() }),
  types: flagsByType,
  typeChannels: z.record(z.string(), z.object({ inApp: z.boolean(), email: z.boolean(), push: z.boolean() })),
  frequency: z.enum(['instant', 'hourly', 'daily', 'weekly', 'never']),
  deliveryFrequency: z.record(z.string(), z.enum(['instant', 'hourly', 'daily', 'weekly', 'never'])),
  quietHours: z.object({
    enabled: z.boolean(),
    start: z.string(),
    end: z.string(),
    timeZone: z.string(),
    days: z.array(z.int()),
  }),
  groups: z.object({ projectTeams: z.boolean(), colleagues: z.boolean(), clients: z.boolean(), all: z.boolean() }),
  groupTypes: z.object({
    messages: z.boolean(),
    updates: z.boolean(),
    reminders: z.boolean(),
    announcements: z.boolean(),
  }),
  priorityThresholds: z.object({
    inApp: z.enum(priorities),
    email: z.enum(priorities),
    push: z.enum(priorities),
  }),
  email: z.boolean(),
  push: z.boolean(),
  inApp: z.boolean(),
  commissionUpdates: z.boolean(),
  paymentNotifications: z.boolean(),
  milestoneAlerts: z.boolean(),
  creatorMessages: z.boolean(),
  promotionalContent: z.boolean(),
})
export type Preferences = z.infer<typeof preferences>
/** All or part of the preferences; the core names the invalid field. */
export const preferencesBody = z.record(z.string(), z.unknown())
export type PreferencesBody = z.infer<typeof preferencesBody>

/** A subscription as a browser makes it: an address at its push service, and the keys that a push is encrypted with. */
export const addPushDeviceBody = z.strictObject({
  endpoint: z.string().check(z.maxLength(1_000), z.regex(pushEndpointPattern)),
  keys: z.strictObject({
    /** An uncompressed point on P-256, 65 bytes in base64url. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    /** 16 bytes in base64url. */
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
})
export type AddPushDeviceBody = z.infer<typeof addPushDeviceBody>

export const pushDevice = z.object({
  id,
  /** Of the caller's own session. */
  current: z.boolean(),
  userAgent: z.nullable(z.string()),
  createdAt: isoInstant,
  /** When its push service last accepted a push; null before the first. */
  lastAcceptedAt: z.nullable(isoInstant),
})
export type PushDevice = z.infer<typeof pushDevice>
export const pushDeviceList = z.object({ items: z.array(pushDevice) })
export type PushDeviceList = z.infer<typeof pushDeviceList>
