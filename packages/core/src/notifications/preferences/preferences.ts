import {
  type Cadence,
  type Channel,
  type Flag,
  type Group,
  type GroupType,
  type NotificationType,
  notificationTypes,
  type Priority,
} from '../types.ts'

type ChannelFlags = Readonly<Record<Channel, boolean>>

/** Notification preferences of one user. */
export type Preferences = {
  readonly channels: ChannelFlags
  readonly types: Readonly<Record<NotificationType, boolean>>
  readonly typeChannels: Readonly<Record<NotificationType, ChannelFlags>>
  readonly frequency: Cadence
  /** Overrides of `frequency`; a channel's wins over a group type's. */
  readonly deliveryFrequency: Readonly<Partial<Record<Channel | GroupType, Cadence>>>
  /** `HH:MM` local time in `timeZone`; `days` are ISO weekdays (1 Monday to 7 Sunday) on which a night begins. */
  readonly quietHours: {
    readonly enabled: boolean
    readonly start: string
    readonly end: string
    readonly timeZone: string
    readonly days: readonly number[]
  }
  /** `all` is the master switch over the groups. */
  readonly groups: Readonly<Record<Group | 'all', boolean>>
  readonly groupTypes: Readonly<Record<GroupType, boolean>>
  readonly priorityThresholds: Readonly<Record<Channel, Priority>>
} & Readonly<Record<Flag | 'promotionalContent', boolean>>

/** Returns the defaults; quiet hours and digests use the user's IANA time zone. */
export function defaultPreferences(timeZone: string): Preferences {
  const allChannels = { inApp: true, email: true, push: true }
  return {
    channels: allChannels,
    // fromEntries loses that every key is present.
    types: Object.fromEntries(notificationTypes.map((type) => [type, true])) as Record<NotificationType, boolean>,
    // As above.
    typeChannels: Object.fromEntries(
      notificationTypes.map((type) => [type, allChannels]),
    ) as Preferences['typeChannels'],
    frequency: 'instant',
    deliveryFrequency: {},
    quietHours: { enabled: false, start: '22:00', end: '08:00', timeZone, days: [1, 2, 3, 4, 5, 6, 7] },
    groups: { projectTeams: true, colleagues: true, clients: true, all: true },
    groupTypes: { messages: true, updates: true, reminders: true, announcements: true },
    priorityThresholds: { inApp: 'low', email: 'high', push: 'medium' },
    commissionUpdates: true,
    paymentNotifications: true,
    milestoneAlerts: true,
    creatorMessages: true,
    promotionalContent: false,
  }
}

/**
 * Returns the preferences in nested and flat form, as they go over the wire: `email`, `push` and `inApp` repeat
 * channels.*.
 */
export function withFlatChannels(preferences: Preferences): Preferences & ChannelFlags {
  return { ...preferences, ...preferences.channels }
}
