import { describe, expect, test } from 'vitest'
import { mergePreferences } from './merge-preferences.ts'
import { withFlatChannels, defaultPreferences } from './preferences.ts'

const base = defaultPreferences('Europe/Berlin')

describe('preferences', () => {
  test('what was read can be written back as a whole, in both forms at once', () => {
    expect(mergePreferences(base, withFlatChannels(base))).toEqual({ ok: true, value: base })
    expect(withFlatChannels(base)).toMatchObject({ email: true, channels: { email: true } })
  })
  test('a partial change affects nothing else', () => {
    const merged = mergePreferences(base, { types: { payment: false }, quietHours: { enabled: true }, email: false })
    expect(merged).toEqual({
      ok: true,
      value: {
        ...base,
        types: { ...base.types, payment: false },
        quietHours: { ...base.quietHours, enabled: true },
        channels: { ...base.channels, email: false },
      },
    })
    expect(mergePreferences(base, {})).toEqual({ ok: true, value: base })
  })
  test('flat and nested values may both be given if they agree', () => {
    expect(mergePreferences(base, { push: false, channels: { push: false } })).toMatchObject({
      value: { channels: { push: false, email: true } },
    })
  })
  test.each<[string, string, unknown]>([
    ['preferences.conflicting-values', 'push', { push: true, channels: { push: false } }],
    ['preferences.unknown-field', 'sms', { sms: true }],
    ['preferences.unknown-field', 'types.gossip', { types: { gossip: true } }],
    ['preferences.unknown-field', 'constructor', JSON.parse('{"constructor": {}}')],
    ['preferences.bad-value', 'email', { email: 'yes' }],
    ['preferences.bad-value', 'frequency', { frequency: 'yearly' }],
    ['preferences.bad-value', 'typeChannels.payment.push', { typeChannels: { payment: { push: 1 } } }],
    ['preferences.bad-value', 'deliveryFrequency.email', { deliveryFrequency: { email: null } }],
    ['preferences.bad-value', 'priorityThresholds.email', { priorityThresholds: { email: 'loud' } }],
    ['preferences.bad-value', 'quietHours.start', { quietHours: { start: '24:00' } }],
    ['preferences.bad-value', 'quietHours.timeZone', { quietHours: { timeZone: 'Mars/Olympus' } }],
    ['preferences.bad-value', 'quietHours.days', { quietHours: { days: [1, 1] } }],
    ['preferences.bad-value', 'quietHours', { quietHours: true }],
    ['preferences.bad-value', 'body', []],
    ['preferences.quiet-hours-empty', 'quietHours.end', { quietHours: { start: '08:00' } }],
  ])('%s names the field %s', (code, field, change) => {
    expect(mergePreferences(base, change)).toMatchObject({ ok: false, refusal: { code, field, kind: 'invalid' } })
  })
})
