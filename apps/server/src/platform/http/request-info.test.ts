import { expect, test } from 'vitest'
import { preferredLanguage } from './request-info.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['ko, fr-CA;q=0.4, ja;q=0.7', 'ja'],
  ['es;q=0, ar-EG;q=0.1', 'ar'],
  ['arc, zh-Hant-TW', 'zh'],
  ['*, es;q=none', 'en'],
])('of the header %s the language is %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
