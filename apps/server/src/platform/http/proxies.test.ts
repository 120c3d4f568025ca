import { ok } from '@veranda/core/result.ts'
import { route } from '@veranda/contract/route.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testApp } from '../../testing/test-app.ts'
import { addressKey } from './limits/rate-limit.ts'
import { serve } from './route.ts'
import { anyone } from './route-access.ts'

const addressRoute = serve(
  route<{ reply: { ip: string } }>('GET', '/address'),
  { access: anyone, reply: z.object({ ip: z.string() }) },
  async ({ request }) => ok({ ip: request.ip }),
)

/** Returns which address a client seems to have that sends this header over a connection from loopback. */
async function addressSeen(trustProxy: string, forwardedFor: string): Promise<string> {
  const app = await testApp({
    features: [{ name: 'address', routes: [addressRoute] }],
    env: { TRUST_PROXY: trustProxy },
  })
  const reply = await app.app.http.inject({ url: '/api/address', headers: { 'x-forwarded-for': forwardedFor } })
  await app.close()
  return reply.json<{ ip: string }>().ip
}

test('without a trusted proxy a client cannot choose its address', async () => {
  expect(await addressSeen('', '203.0.113.7')).toBe('127.0.0.1')
})

test('behind one proxy the address is the one that the proxy added, whatever the client sent', async () => {
  expect(await addressSeen('1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(await addressSeen('2', '198.51.100.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7')
})

test('proxies given by address are skipped, and no others', async () => {
  expect(await addressSeen('127.0.0.0/8, 10.0.0.0/8', '198.51.100.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7')
  expect(await addressSeen('10.0.0.0/8', '203.0.113.7')).toBe('127.0.0.1')
})

test('a port or an address that cannot be read makes no new key for a limit', () => {
  expect(['1.2.3.4', '1.2.3.4:5678', '::ffff:1.2.3.4'].map(addressKey)).toEqual(['1.2.3.4', '1.2.3.4', '1.2.3.4'])
  const network = addressKey('2001:db8::1')
  expect(['[2001:db8::1]', '[2001:db8::2]:443'].map(addressKey)).toEqual([network, network])
  expect(['', 'unknown', '1.2.3.4:x', '_hidden'].map(addressKey)).toEqual(['none', 'none', 'none', 'none'])
})
