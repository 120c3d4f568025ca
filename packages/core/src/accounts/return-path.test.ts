import { expect, test } from 'vitest'
import { parseReturnPath } from './return-path.ts'

test.each([
  '/',
  '/dashboard',
  '/explore/tomas?request=1&q=a%20b#reviews',
  '/search?to=https://evil.example//x',
  '/settings/security#//evil.example',
  '/projects/ä',
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

test('whatever is accepted stays on the origin it is resolved against', () => {
  for (const place of ['/', '/a?b=//c', '/a#//c', '/@evil.example', '/a:80']) {
    const parsed = parseReturnPath(place)
    expect(parsed).toBe(place)
    expect(new URL(parsed ?? 'https://none.example', 'https://veranda.example').origin).toBe('https://veranda.example')
  }
})
