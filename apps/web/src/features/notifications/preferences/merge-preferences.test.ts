import { expect, test } from 'vitest'
import { mergeDeep } from './merge-preferences.ts'

test('a partial change affects only the fields it names; lists are replaced', () => {
  const whole = { quietHours: { enabled: false, start: '22:00', days: [1, 2] }, email: true }
  expect(mergeDeep(whole, { quietHours: { enabled: true, days: [3] } })).toEqual({
    quietHours: { enabled: true, start: '22:00', days: [3] },
    email: true,
  })
  expect(whole.quietHours.enabled).toBe(false)
})
