import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type TrustedProxies } from '../../env.ts'
import { clientAddress } from './request-source.ts'

/** Returns which address a socket's client seems to have, as `proxies.test.ts` asks it of requests. */
function addressSeen(trustedProxies: TrustedProxies, forwardedFor?: string, remoteAddress = '127.0.0.1'): string {
  const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }))
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor
  return clientAddress(request, { trustedProxies })
}

test.each([
  [0, '203.0.113.7', '127.0.0.1'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [2, '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  [3, '203.0.113.7', '203.0.113.7'],
  [1, undefined, '127.0.0.1'],
  [['127.0.0.0/8', '10.0.0.0/8'], '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  [['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
  [['127.0.0.1'], '203.0.113.7, unknown', 'unknown'],
  [['::1', 'fd00::/8'], '203.0.113.7', '127.0.0.1'],
])('behind proxies %j a client that sends %j over loopback is %s', (proxies, forwardedFor, seen) => {
  expect(addressSeen(proxies, forwardedFor)).toBe(seen)
})

test('an IPv4 address is trusted in both of its spellings', () => {
  expect(addressSeen(['127.0.0.0/8'], '203.0.113.7', '::ffff:127.0.0.1')).toBe('203.0.113.7')
  expect(addressSeen(['fd00::/8'], '203.0.113.7', 'fd00::2')).toBe('203.0.113.7')
})
