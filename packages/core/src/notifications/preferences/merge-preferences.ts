import { type Refused, type Result, ok, refuse } from '../../result.ts'
import { isTimeZone } from '../../time/time-zone.ts'
import { type Preferences } from './preferences.ts'
import { cadences, channels, flags, groupTypes, groups, notificationTypes, priorities } from '../types.ts'

type Check = (value: unknown) => boolean
/** Expected shape of a value: a check, or an object of shapes. */
type PreferenceShape = Check | { readonly [key: string]: PreferenceShape }

const isBoolean: Check = (value) => typeof value === 'boolean'
const isWallClock: Check = (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const isWeekdays: Check = (value) =>
  Array.isArray(value) &&
  new Set(value).size === value.length &&
  value.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value)
const each = (keys: readonly string[], shape: PreferenceShape) => Object.fromEntries(keys.map((key) => [key, shape]))

const preferenceShape: PreferenceShape = {
  channels: each(channels, isBoolean),
  types: each(notificationTypes, isBoolean),
  typeChannels: each(notificationTypes, each(channels, isBoolean)),
  frequency: oneOf(cadences),
  deliveryFrequency: each([...channels, ...groupTypes], oneOf(cadences)),
  quietHours: {
    enabled: isBoolean,
    start: isWallClock,
    end: isWallClock,
    timeZone: (value) => typeof value === 'string' && isTimeZone(value),
    days: isWeekdays,
  },
  groups: each([...groups, 'all'], isBoolean),
  groupTypes: each(groupTypes, isBoolean),
  priorityThresholds: each(channels, oneOf(priorities)),
  ...each([...flags, 'promotionalContent', ...channels], isBoolean),
}

/**
 * Merges a change into preferences: all or any part, nested or flat; absent fields stay. Refuses, naming the field:
 * preferences.unknown-field, preferences.bad-value, preferences.conflicting-values (flat and nested channel differ) and
 * preferences.quiet-hours-empty (start equals end).
 */
export function mergePreferences(current: Preferences, change: unknown): Result<Preferences> {
  const error = findFirstError(change, preferenceShape, '')
  if (error) return error
  // `findFirstError` has checked every key and value.
  const { inApp, email, push, ...nested } = change as Record<string, unknown>
  const given: Record<string, unknown> = { inApp, email, push }
  const channelsGiven = isRecord(nested['channels']) ? nested['channels'] : {}
  const flat: Record<string, unknown> = {}
  for (const channel of channels) {
    if (given[channel] === undefined) continue
    if (channelsGiven[channel] !== undefined && channelsGiven[channel] !== given[channel]) {
      return refuse('preferences.conflicting-values', 'invalid', { field: channel, detail: { field: channel } })
    }
    flat[channel] = given[channel]
  }
  // Merging checked values of the same shape keeps the shape.
  const merged = mergeDeep(current, { ...nested, channels: { ...channelsGiven, ...flat } }) as Preferences
  if (merged.quietHours.start === merged.quietHours.end) {
    return refuse('preferences.quiet-hours-empty', 'invalid', { field: 'quietHours.end' })
  }
  return ok(merged)
}

function findFirstError(value: unknown, expected: PreferenceShape, field: string): Refused | undefined {
  const badValue = () =>
    refuse('preferences.bad-value', 'invalid', { field: field || 'body', detail: { field: field || 'body' } })
  if (typeof expected === 'function') return expected(value) ? undefined : badValue()
  if (!isRecord(value)) return badValue()
  for (const [key, member] of Object.entries(value)) {
    const path = field === '' ? key : `${field}.${key}`
    const expectedMember = Object.hasOwn(expected, key) ? expected[key] : undefined
    if (!expectedMember) return refuse('preferences.unknown-field', 'invalid', { field: path, detail: { field: path } })
    const error = findFirstError(member, expectedMember, path)
    if (error) return error
  }
  return undefined
}

function mergeDeep(current: object, change: object): object {
  const merged: Record<string, unknown> = { ...current }
  for (const [key, value] of Object.entries(change)) {
    const before = merged[key]
    merged[key] = isRecord(before) && isRecord(value) ? mergeDeep(before, value) : value
  }
  return merged
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
