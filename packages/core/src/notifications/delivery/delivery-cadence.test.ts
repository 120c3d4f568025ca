import { expect, test } from 'vitest'
import { defaultPreferences, type Preferences } from '../preferences/preferences.ts'
import { type Channel } from '../types.ts'
import { summarizeChannel } from './delivery-cadence.ts'

const defaults = defaultPreferences('Europe/Berlin')

test.each<[string, Channel, Partial<Preferences>, ReturnType<typeof summarizeChannel>]>([
  ['all of it in the app by default', 'inApp', {}, { isOn: true, instantFrom: 'low', rest: null }],
  ['high and urgent by email, the rest daily', 'email', {}, { isOn: true, instantFrom: 'high', rest: 'daily' }],
  ['medium and higher by push, the rest daily', 'push', {}, { isOn: true, instantFrom: 'medium', rest: 'daily' }],
  ['a channel that is switched off', 'email', { channels: { inApp: true, email: false, push: true } }, { isOn: false }],
  [
    'a digest, which urgent ones pass',
    'email',
    { frequency: 'weekly' },
    { isOn: true, instantFrom: 'urgent', rest: 'weekly' },
  ],
  [
    'the cadence of the channel before the default',
    'email',
    { frequency: 'never', deliveryFrequency: { email: 'hourly' } },
    { isOn: true, instantFrom: 'urgent', rest: 'hourly' },
  ],
  ['nothing but urgent ones', 'inApp', { frequency: 'never' }, { isOn: true, instantFrom: 'urgent', rest: 'never' }],
])('a channel is summarised: %s', (_, channel, preferences, expected) => {
  expect(summarizeChannel(channel, { ...defaults, ...preferences })).toEqual(expected)
})
