import { type Cadence, type Channel, type Flag, type Group, type GroupType } from './types.ts'
import { type NotificationType, type Priority, notificationTypes } from './types.ts'

type OnChannels = Readonly<Record<Channel, boolean>>

/** How one person wishes to be told. */
export type Preferences = {
  readonly channels: OnChannels
  readonly types: Readonly<Record<NotificationType, boolean>>
  readonly typeChannels: Readonly<Record<NotificationType, OnChannels>>
  readonly frequency: Cadence
  /** Overrides of `frequency`; a channel's goes before a group type's. */
  readonly deliveryFrequency: Readonly<Partial<Record<Channel | GroupType, Cadence>>>
  /** `HH:MM` on the wall clock of `timeZone`; `days` are ISO weekdays (1 Monday to 7 Sunday) on which a night begins. */
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

/** What holds until a person says otherwise; quiet hours and digests go by their IANA zone. */
export function defaultPreferences(timeZone: string): Preferences {
  const everywhere = { inApp: true, email: true, push: true }
  return {
    channels: everywhere,
    // fromEntries forgets that every key is there.
    types: Object.fromEntries(notificationTypes.map((type) => [type, true])) as Record<NotificationType, boolean>,
    // The same.
    typeChannels: Object.fromEntries(
      notificationTypes.map((type) => [type, everywhere]),
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

/** Both shapes at once, as they go over the wire: the nested one, and `email`, `push`, `inApp` standing for channels.*. */
export function bothShapes(preferences: Preferences): Preferences & OnChannels {
  return { ...preferences, ...preferences.channels }
}
