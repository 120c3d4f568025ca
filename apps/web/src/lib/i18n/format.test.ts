import { afterEach, expect, test, vi } from 'vitest'
import { formatFor } from './format.ts'

afterEach(() => vi.restoreAllMocks())

const english = formatFor('en', 'Europe/Lisbon')

test('amounts use the decimals of their currency', () => {
  expect(english.money({ amount: 100_000, currency: 'EUR' })).toBe('€1,000.00')
  expect(english.money({ amount: 120_000, currency: 'JPY' })).toBe('¥120,000')
  expect(english.money({ amount: 12_345, currency: 'KWD' }).replace(/\s/u, ' ')).toBe('KWD 12.345')
})

test('digits are the same in every language, and a sign with letters stays whole from right to left', () => {
  expect(formatFor('ar', 'Asia/Dubai').money({ amount: 90_000, currency: 'USD' })).toMatch(/900\.00\sUS\$\u200e$/u)
  expect(formatFor('en', 'Asia/Dubai').money({ amount: 90_000, currency: 'USD' })).not.toContain('\u200e')
  expect(formatFor('ar', 'Asia/Dubai').money({ amount: 100_000, currency: 'EUR' })).toContain('1,000.00')
})

test('relative time takes the largest unit that fits', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(english.relative('2026-11-21T11:50:00Z', now)).toBe('10 minutes ago')
  expect(english.relative('2026-11-24T12:00:00Z', now)).toBe('in 3 days')
  expect(english.relative('2026-11-21T12:00:10Z', now)).toBe('now')
})

test('a time is written as the locale writes it, in twelve hours without a leading zero', () => {
  const morning = (languages: string[], language = 'en') => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    // A zone of its own for each, because formatters are kept.
    return formatFor(language, languages[0] === 'en-GB' ? 'Africa/Abidjan' : 'Atlantic/Reykjavik')
      .time('2026-11-21T09:30:00Z')
      .replace(/\s/u, ' ')
  }
  expect(morning(['en-US'])).toBe('9:30 AM')
  expect(morning(['en-GB'])).toBe('09:30')
  expect(morning(['de-DE'], 'de')).toBe('09:30')
})

test('English is British, and Chinese stays in its script, unless the browser names a variant of its own', () => {
  const date = (languages: string[], language: string, zone: string) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    return formatFor(language, zone).longDate('2026-12-03T12:00:00Z')
  }
  expect(date(['de-DE', 'en'], 'en', 'Africa/Accra')).toBe('3 December 2026')
  expect(date(['en-US'], 'en', 'Africa/Bamako')).toBe('December 3, 2026')
  expect(formatFor('zh', 'Africa/Dakar').languageName('en')).toBe('英语')
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['zh-TW'])
  expect(formatFor('zh', 'Africa/Lome').languageName('en')).toBe('英语')
})
