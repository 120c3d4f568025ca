import { type Preferences } from '../preferences/preferences.ts'
import { type Cadence, type Channel, type GroupType, isLessUrgent, type Priority, priorities } from '../types.ts'

type CadencePreferences = Pick<Preferences, 'frequency' | 'deliveryFrequency' | 'priorityThresholds'>

/**
 * Returns how often a channel delivers notifications of a priority. What is below the channel's threshold comes daily
 * at the most; urgent ones never wait. A cadence set for the channel wins over one set for the group type.
 */
export function deliveryCadence(
  channel: Channel,
  priority: Priority,
  preferences: CadencePreferences,
  groupType?: GroupType,
): Cadence {
  if (priority === 'urgent') return 'instant'
  const { deliveryFrequency, frequency, priorityThresholds } = preferences
  const chosen = deliveryFrequency[channel] ?? (groupType && deliveryFrequency[groupType]) ?? frequency
  const isBelow = isLessUrgent(priority, priorityThresholds[channel])
  return chosen === 'instant' && isBelow ? 'daily' : chosen
}

export type ChannelSummary =
  | { readonly isOn: false }
  | {
      readonly isOn: true
      /** The least urgent priority that is delivered right away. */
      readonly instantFrom: Priority
      /** The cadence of everything less urgent; null if there is nothing less urgent. */
      readonly rest: Exclude<Cadence, 'instant'> | null
    }

/** Returns what a channel delivers right away and what later, apart from types and people that are switched off. */
export function summarizeChannel(
  channel: Channel,
  preferences: CadencePreferences & Pick<Preferences, 'channels'>,
): ChannelSummary {
  if (!preferences.channels[channel]) return { isOn: false }
  const cadences = priorities.map((priority) => ({
    priority,
    cadence: deliveryCadence(channel, priority, preferences),
  }))
  const later = cadences.flatMap(({ cadence }) => (cadence === 'instant' ? [] : cadence))
  const instantFrom = cadences.findLast(({ cadence }) => cadence === 'instant')?.priority ?? 'urgent'
  return { isOn: true, instantFrom, rest: later.at(-1) ?? null }
}
