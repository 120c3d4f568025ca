import { type PersonId } from '../ids.ts'
import { type Instant, type Milliseconds, after, minute } from '../time/instant.ts'
import { nextDigest } from './digest.ts'
import { type Preferences } from './preferences.ts'
import { quietUntil } from './quiet-hours.ts'
import {
  type Channel,
  type Group,
  type NotificationType,
  type Priority,
  flagOf,
  groupTypeOf,
  isBelow,
} from './types.ts'

/** What cannot be switched off: it is always kept and always mailed. */
export const mandatoryCauses = ['security', 'failed-payment', 'refund', 'late-cancellation'] as const
export type Mandatory = (typeof mandatoryCauses)[number]

/** What is to be told, as far as routing needs to know. */
export type Notice = {
  readonly type: NotificationType
  readonly priority: Priority
  readonly mandatory: Mandatory | null
  /** Who caused it; null when nobody did. */
  readonly sender: PersonId | null
  /** Advertising, which one must have asked for. */
  readonly promotional?: boolean
  /** When the thing that a reminder is about starts. */
  readonly startsAt?: Instant
  /** A mail of its own tells it, with a calendar file. */
  readonly mailedApart?: boolean
}

/** What is known about the recipient at this moment. */
export type Context = {
  /** The groups that the sender is in for the recipient; empty for a stranger. */
  readonly groups: readonly Group[]
  /** The recipient muted the thread it is about. */
  readonly muted: boolean
  /** The recipient is looking at the conversation or project it is about. */
  readonly focused: boolean
  /** The recipient is active somewhere else in the app. */
  readonly active: boolean
}

/** Keys of the sentences of "Why did I get this?". */
export const reasons = [
  'own-act',
  'always-kept',
  'muted',
  'mandatory',
  'mailed-apart',
  'channel-off',
  'type-off',
  'type-channel-off',
  'promotional-not-chosen',
  'groups-off',
  'group-off',
  'group-type-off',
  'flag-off',
  'in-room',
  'below-threshold',
  'kept-in-list',
  'cadence',
  'cadence-never',
  'quiet-hours',
  'urgent-passes',
  'active-now',
  'allowed',
] as const
export type Reason = (typeof reasons)[number]

/** What happens on one channel. Whatever is deferred looks again, when it is sent, whether it was read. */
export type Decision = { readonly reasons: readonly Reason[] } & (
  | { readonly do: 'send' | 'suppress' }
  | { readonly do: 'defer'; readonly until: Instant }
  | { readonly do: 'digest'; readonly key: string; readonly at: Instant }
)

export type Routed = {
  /** `keep` is false only for one's own act; `read` marks the row as read from the start. */
  readonly record: { readonly keep: boolean; readonly read: boolean; readonly reasons: readonly Reason[] }
  readonly toast: Decision
  readonly push: Decision
  readonly email: Decision
}

/** How long push and mail wait for somebody who is active in the app to read it there. */
export const activeHold: Milliseconds = 2 * minute

/** Decides where one recipient is told of one thing, each channel with its reasons. Pure; digests and quiet hours go by `preferences.quietHours.timeZone`. */
export function route(
  notice: Notice,
  recipient: { readonly id: PersonId },
  preferences: Preferences,
  context: Context,
  now: Instant,
): Routed {
  if (notice.sender === recipient.id) {
    const none = suppress('own-act')
    return { record: { keep: false, read: false, reasons: none.reasons }, toast: none, push: none, email: none }
  }
  const read = context.muted || context.focused
  const why: Reason[] = ['always-kept']
  if (context.muted) why.push('muted')
  if (context.focused) why.push('in-room')
  const on = (channel: Channel) => onChannel(channel, notice, preferences, context, now)
  return { record: { keep: true, read, reasons: why }, toast: on('inApp'), push: on('push'), email: on('email') }
}

function onChannel(
  channel: Channel,
  notice: Notice,
  preferences: Preferences,
  context: Context,
  now: Instant,
): Decision {
  if (notice.mailedApart && channel === 'email') return suppress('mailed-apart')
  if (notice.mandatory && channel === 'email') return { do: 'send', reasons: ['mandatory'] }
  if (context.muted) return suppress('muted')
  const off = whyOff(channel, notice, preferences, context)
  if (off) return suppress(off)
  if (context.focused) return suppress('in-room')
  return inTime(channel, notice, preferences, context, now)
}

/** The first switch that silences the channel. */
function whyOff(channel: Channel, notice: Notice, preferences: Preferences, context: Context): Reason | undefined {
  const { type, sender } = notice
  if (!preferences.channels[channel]) return 'channel-off'
  if (!preferences.types[type]) return 'type-off'
  if (!preferences.typeChannels[type][channel]) return 'type-channel-off'
  if (notice.promotional && !preferences.promotionalContent) return 'promotional-not-chosen'
  if (sender !== null) {
    if (!preferences.groups.all) return 'groups-off'
    // Somebody one has no dealings with yet is in no group, and must be able to make the first step.
    const known = context.groups.length > 0
    if (known && !context.groups.some((group) => preferences.groups[group])) return 'group-off'
  }
  if (!preferences.groupTypes[groupTypeOf(type)]) return 'group-type-off'
  const flag = flagOf[type]
  if (channel !== 'email' && flag && !preferences[flag]) return 'flag-off'
  return undefined
}

/** Now, later or together with others: threshold, cadence, quiet hours, presence. */
function inTime(channel: Channel, notice: Notice, preferences: Preferences, context: Context, now: Instant): Decision {
  const { priority, type } = notice
  const { deliveryFrequency, quietHours } = preferences
  const override = deliveryFrequency[channel] ?? deliveryFrequency[groupTypeOf(type)]
  const urgent = priority === 'urgent'
  const below = isBelow(priority, preferences.priorityThresholds[channel])
  const chosen = urgent ? 'instant' : (override ?? preferences.frequency)
  if (chosen === 'never') return suppress('cadence-never')
  const cadence = below && chosen === 'instant' ? 'daily' : chosen
  if (cadence !== 'instant') {
    const reason: Reason = below ? 'below-threshold' : 'cadence'
    // A toast of the past is noise: the list of notifications is the digest of this channel.
    if (channel === 'inApp') return { do: 'suppress', reasons: [reason, 'kept-in-list'] }
    const at = nextDigest(cadence, now, quietHours.timeZone)
    return { do: 'digest', key: `${channel}.${cadence}`, at: quietUntil(quietHours, at) ?? at, reasons: [reason] }
  }
  const quietEnd = quietUntil(quietHours, now)
  if (quietEnd !== undefined) {
    const startsBefore = notice.startsAt !== undefined && notice.startsAt < quietEnd
    const passes = urgent && (notice.mandatory !== null || (type === 'appointment_reminder' && startsBefore))
    return passes
      ? { do: 'send', reasons: ['urgent-passes'] }
      : { do: 'defer', until: quietEnd, reasons: ['quiet-hours'] }
  }
  if (context.active && channel !== 'inApp')
    return { do: 'defer', until: after(now, activeHold), reasons: ['active-now'] }
  return { do: 'send', reasons: ['allowed'] }
}

function suppress(...why: Reason[]): Decision {
  return { do: 'suppress', reasons: why }
}
