import { expect, test } from 'vitest'
import { canUnlink, type WaysIn } from './ways-in.ts'

const onlyGoogle: WaysIn = { hasPassword: false, providers: ['google'], passkeyCount: 0 }

test('the last way in cannot be unlinked', () => {
  expect(canUnlink('google', onlyGoogle)).toBe(false)
})

test.each<[string, Partial<WaysIn>]>([
  ['a password', { hasPassword: true }],
  ['a passkey', { passkeyCount: 1 }],
  ['another provider', { providers: ['google', 'tiktok'] }],
])('with %s besides, a provider can be unlinked', (_, more) => {
  expect(canUnlink('google', { ...onlyGoogle, ...more })).toBe(true)
})

test('what is not linked cannot be unlinked', () => {
  expect(canUnlink('tiktok', { hasPassword: true, providers: ['google'], passkeyCount: 2 })).toBe(false)
})
