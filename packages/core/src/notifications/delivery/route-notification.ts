import { type UserId } from '../../ids.ts'
import { type Instant } from '../../time/instant.ts'
import { type Preferences } from '../preferences/preferences.ts'
import {
  type Channel,
  flagByType,
  type Group,
  groupTypeOf,
  isLessUrgent,
  type NotificationType,
  type Priority,
} from '../types.ts'
import { deliveryCadence } from './delivery-cadence.ts'
import { nextDigestAt, quietHoursEnd } from './quiet-hours-and-digests.ts'

/** Causes that cannot be switched off: always kept and always mailed. */
export const mandatoryCauses = ['security', 'failed-payment', 'refund', 'late-cancellation'] as const
export type MandatoryCause = (typeof mandatoryCauses)[number]

/** A notification, as far as its routing depends on it. */
export type Notification = {
  readonly type: NotificationType
  readonly priority: Priority
  readonly mandatory: MandatoryCause | null
  /** The user who caused it; null if no user did. */
  readonly sender: UserId | null
  /** Start time of what a reminder is about. */
  readonly startsAt?: Instant
  /** A separate mail announces it. */
  readonly mailedSeparately?: boolean
}

/** State of the recipient at this moment. */
export type RoutingContext = {
  /** The recipient's groups that include the sender; empty for a stranger. */
  readonly groups: readonly Group[]
}

/** Keys of the reasons shown under "Why did I get this?". */
export const deliveryReasons = [
  'own-action',
  'always-kept',
  'mandatory',
  'mailed-separately',
  'channel-off',
  'type-off',
  'type-channel-off',
  'groups-off',
  'group-off',
  'group-type-off',
  'flag-off',
  'below-threshold',
  'kept-in-list',
  'cadence',
  'cadence-never',
  'quiet-hours',
  'urgent-passes',
  'allowed',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/** Decision for one channel. A deferred delivery checks again, when it is sent, whether the notification was read. */
export type ChannelDecision = { readonly reasons: readonly DeliveryReason[] } & (
  | { readonly do: 'send' | 'suppress' }
  | { readonly do: 'defer'; readonly until: Instant }
  | { readonly do: 'digest'; readonly key: string; readonly at: Instant }
)

export type RoutingDecision = {
  /** `keep` is false only for the recipient's own act. */
  readonly record: { readonly keep: boolean; readonly reasons: readonly DeliveryReason[] }
  readonly toast: ChannelDecision
  readonly email: ChannelDecision
  /** Which devices there are is looked at when it is sent. */
  readonly push: ChannelDecision
}

/**
 * Decides each channel for one recipient, with reasons. Pure; digests and quiet hours use
 * `preferences.quietHours.timeZone`.
 */
export function routeNotification(
  input: Notification,
  recipient: { readonly id: UserId },
  preferences: Preferences,
  context: RoutingContext,
  now: Instant,
): RoutingDecision {
  if (input.sender === recipient.id) {
    const suppressed = suppress('own-action')
    return {
      record: { keep: false, reasons: suppressed.reasons },
      toast: suppressed,
      email: suppressed,
      push: suppressed,
    }
  }
  const decide = (channel: Channel) => decideChannel(channel, input, preferences, context, now)
  return {
    record: { keep: true, reasons: ['always-kept'] },
    toast: decide('inApp'),
    email: decide('email'),
    push: decide('push'),
  }
}

function decideChannel(
  channel: Channel,
  input: Notification,
  preferences: Preferences,
  context: RoutingContext,
  now: Instant,
): ChannelDecision {
  if (input.mailedSeparately && channel === 'email') return suppress('mailed-separately')
  if (input.mandatory && channel === 'email') return { do: 'send', reasons: ['mandatory'] }
  const disabledBy = findDisabledSwitch(channel, input, preferences, context)
  if (disabledBy) return suppress(disabledBy)
  return decideTiming(channel, input, preferences, now)
}

/** Returns the reason of the first switch that disables the channel; undefined if none does. */
function findDisabledSwitch(
  channel: Channel,
  input: Notification,
  preferences: Preferences,
  context: RoutingContext,
): DeliveryReason | undefined {
  const { type, sender } = input
  if (!preferences.channels[channel]) return 'channel-off'
  if (!preferences.types[type]) return 'type-off'
  if (!preferences.typeChannels[type][channel]) return 'type-channel-off'
  if (sender !== null) {
    if (!preferences.groups.all) return 'groups-off'
    // A stranger is in no group, and must be able to make the first contact.
    const known = context.groups.length > 0
    if (known && !context.groups.some((group) => preferences.groups[group])) return 'group-off'
  }
  if (!preferences.groupTypes[groupTypeOf(type)]) return 'group-type-off'
  const flag = flagByType[type]
  if (channel !== 'email' && flag && !preferences[flag]) return 'flag-off'
  return undefined
}

/** Decides now, later or digest: threshold, cadence, quiet hours. */
function decideTiming(channel: Channel, input: Notification, preferences: Preferences, now: Instant): ChannelDecision {
  const { priority, type } = input
  const { quietHours } = preferences
  const cadence = deliveryCadence(channel, priority, preferences, groupTypeOf(type))
  if (cadence === 'never') return suppress('cadence-never')
  if (cadence !== 'instant') {
    const below = isLessUrgent(priority, preferences.priorityThresholds[channel])
    const reason: DeliveryReason = below ? 'below-threshold' : 'cadence'
    // A late toast is noise: the notification list is the digest of this channel.
    if (channel === 'inApp') return { do: 'suppress', reasons: [reason, 'kept-in-list'] }
    const at = nextDigestAt(cadence, now, quietHours.timeZone)
    return { do: 'digest', key: `${channel}.${cadence}`, at: quietHoursEnd(quietHours, at) ?? at, reasons: [reason] }
  }
  const quietEnd = quietHoursEnd(quietHours, now)
  if (quietEnd !== undefined) {
    const startsBefore = input.startsAt !== undefined && input.startsAt < quietEnd
    const passesQuietHours =
      priority === 'urgent' && (input.mandatory !== null || (type === 'appointment_reminder' && startsBefore))
    if (passesQuietHours) return { do: 'send', reasons: ['urgent-passes'] }
    if (channel === 'inApp') return suppress('quiet-hours', 'kept-in-list')
    return { do: 'defer', until: quietEnd, reasons: ['quiet-hours'] }
  }
  return { do: 'send', reasons: ['allowed'] }
}

function suppress(...reasons: DeliveryReason[]): ChannelDecision {
  return { do: 'suppress', reasons }
}
