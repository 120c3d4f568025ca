import { expect, test } from 'vitest'
import { parseUserAgent } from './device-name.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'Safari', 'macOS'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 OculusBrowser/35.0 Chrome/130.0',
    'Quest Browser',
    'Quest',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
])('%s is recognized', (userAgent, browser, system) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system })
})

test('a user agent that names neither browser nor system is unknown', () => {
  expect(parseUserAgent('curl/8')).toBeUndefined()
  expect(parseUserAgent(null)).toBeUndefined()
})
