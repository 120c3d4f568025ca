import { expect, test } from 'vitest'
import { parseReturnPath } from './return-path.ts'

test.each([
  '/',
  '/dashboard',
  '/explore/tomas?request=1&q=a%20b#reviews',
  '/search?to=https://evil.example//x',
  '/settings/security#//evil.example',
  '/projects/ä',
  '/@evil.example',
  '/a:80',
  '/search?q=a\\b#c\\d',
])('%s is a place of this app, with query and hash', (place) => {
  expect(parseReturnPath(place)).toBe(place)
})

test.each([
  undefined,
  null,
  '',
  'dashboard',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/a\\..\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/a//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e/evil',
  '/a/%2E%2e/b',
  '/a/.',
  '/\ud800',
  `/${'a'.repeat(2_000)}`,
])('%j leads to no place of this app', (place) => {
  expect(parseReturnPath(place)).toBeUndefined()
})
