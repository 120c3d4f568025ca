import { describe, expect, test } from 'vitest'
import { after, hour, instant, minute } from '../../time/instant.ts'
import {
  isLinkUsable,
  maxLinksPerAddress,
  maxLinksPerWindow,
  mayProveAddress,
  maySendLink,
  type OneTimeLink,
  oneTimeLinkLifetimeMs,
} from './one-time-link.ts'

const kind = 'password-reset'
const now = instant(1_000_000_000)
const sentAgo = (minutes: number, change: Partial<OneTimeLink> = {}): OneTimeLink => {
  const createdAt = after(now, -minutes * minute)
  const expiresAt = after(createdAt, oneTimeLinkLifetimeMs[kind])
  return { kind, createdAt, expiresAt, usedAt: null, replacedAt: null, ...change }
}

describe('a one-time link', () => {
  test('can be used until it expires, and not in that instant', () => {
    expect(isLinkUsable(sentAgo(0), kind, now)).toBe(true)
    expect(isLinkUsable(sentAgo(29), kind, now)).toBe(true)
    expect(isLinkUsable(sentAgo(30), kind, now)).toBe(false)
  })

  test('cannot be used twice, once replaced, for anything else, or when there is none', () => {
    expect(isLinkUsable(sentAgo(1, { usedAt: now }), kind, now)).toBe(false)
    expect(isLinkUsable(sentAgo(1, { replacedAt: now }), kind, now)).toBe(false)
    for (const other of ['registration', 'email-change', 'email-undo', 'session-refusal'] as const)
      expect(isLinkUsable(sentAgo(1, { kind: other }), kind, now)).toBe(false)
    expect(isLinkUsable(undefined, kind, now)).toBe(false)
  })

  test('is sent at most five times within the lifetime of a link, so that one of them always works', () => {
    const sent = Array.from({ length: maxLinksPerWindow }, (_, n) => sentAgo(29 - n))
    expect(maySendLink(sent.slice(1), kind, now, now)).toBe(true)
    expect(maySendLink(sent, kind, now, now)).toBe(false)
    expect(isLinkUsable(sent.at(-1), kind, now)).toBe(true)
    expect(maySendLink(sent, kind, after(now, minute), after(now, minute))).toBe(true)
  })

  test('that lives for longer is counted for an hour, so that nobody waits for a link until the first one expires', () => {
    const sent = Array.from({ length: maxLinksPerWindow }, () => sentAgo(59, { kind: 'email-change' }))
    expect(oneTimeLinkLifetimeMs['email-change']).toBe(2 * hour)
    expect(maySendLink(sent, 'email-change', now, now)).toBe(false)
    const later = after(now, minute)
    expect(maySendLink(sent, 'email-change', later, later)).toBe(true)
  })

  test('proves an address for an account, however many links others had sent to it', () => {
    const byOthers = { kind: 'email-change', isOwn: false } as const
    const sent = Array.from({ length: maxLinksPerAddress }, () => ({ ...sentAgo(59), ...byOthers }))
    const own = { ...sentAgo(59), kind: 'email-change', isOwn: true } as const
    expect(mayProveAddress(sent, 'email-change', now)).toBe(true)
    expect(mayProveAddress([...sent.slice(2), own], 'email-change', now)).toBe(true)
    expect(mayProveAddress([...sent.slice(1), own], 'email-change', now)).toBe(false)
    expect(mayProveAddress([...sent.slice(1), own], 'email-change', after(now, minute))).toBe(true)
  })

  test('does not replace one that was asked for later', () => {
    expect(maySendLink([sentAgo(1)], kind, after(now, -2 * minute), now)).toBe(false)
    expect(maySendLink([sentAgo(1)], kind, after(now, -minute), now)).toBe(true)
  })
})
