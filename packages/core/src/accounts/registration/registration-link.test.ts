import { expect, test } from 'vitest'
import { after, hour, type Instant, instant, minute } from '../../time/instant.ts'
import {
  type MailedLink,
  maxPromptLinksPerAddress,
  maxPromptLinksPerSource,
  slowLinkIntervalMs,
  whenToMailLink,
} from './registration-link.ts'

const now = instant(1_000_000_000)
const ago = (minutes: number) => after(now, -minutes * minute)
const byOwner = { source: 'owner', registeredAt: now }
const links = (count: number, createdAt: Instant, source = 'stranger'): MailedLink[] =>
  Array.from({ length: count }, () => ({ createdAt, source }))

test('a link is mailed at once, also to an address that a stranger has registered as often as they can', () => {
  expect(whenToMailLink(byOwner, [], now)).toBe(now)
  expect(whenToMailLink(byOwner, links(maxPromptLinksPerSource + 2, ago(1)), now)).toBe(now)
})

test('a source that asks more often, or an address that got many mails, gets the next one after a while', () => {
  const later = after(ago(1), slowLinkIntervalMs)
  expect(whenToMailLink(byOwner, links(maxPromptLinksPerSource, ago(1), 'owner'), now)).toBe(later)
  expect(whenToMailLink(byOwner, links(maxPromptLinksPerAddress, ago(1)), now)).toBe(later)
  expect(whenToMailLink(byOwner, links(maxPromptLinksPerAddress, ago(20)), now)).toBe(now)
  expect(whenToMailLink(byOwner, links(maxPromptLinksPerAddress, ago(61)), now)).toBe(now)
})

test('a registration that waited is served by the link of another, and gets none of its own then', () => {
  const waiting = { source: 'owner', registeredAt: ago(5) }
  expect(whenToMailLink(waiting, links(maxPromptLinksPerAddress, ago(1)), now)).toBeUndefined()
  expect(whenToMailLink(waiting, links(maxPromptLinksPerAddress, ago(6)), now)).toBe(after(now, 9 * minute))
})

test('in a flood every registration is followed by a link within a quarter of an hour, and twelve are mailed an hour', () => {
  const mailed: MailedLink[] = []
  const registeredAt: Instant[] = []
  let waiting: { at: Instant; registeredAt: Instant }[] = []
  for (let minutes = 0; minutes < 240; minutes += 1) {
    const at = after(now, minutes * minute)
    const due = waiting.filter((one) => one.at <= at)
    waiting = waiting.filter((one) => one.at > at)
    if (minutes < 180) {
      due.push({ at, registeredAt: at })
      registeredAt.push(at)
    }
    for (const one of due) {
      const source = `source ${one.registeredAt}`
      const when = whenToMailLink({ source, registeredAt: one.registeredAt }, mailed, at)
      if (when === at) mailed.push({ createdAt: at, source })
      else if (when !== undefined) waiting.push({ at: when, registeredAt: one.registeredAt })
    }
  }
  for (const registered of registeredAt) {
    const next = mailed.find(({ createdAt }) => createdAt >= registered)?.createdAt ?? Infinity
    expect(next - registered).toBeLessThanOrEqual(slowLinkIntervalMs)
  }
  for (const { createdAt: from } of mailed)
    expect(mailed.filter(({ createdAt: at }) => at >= from && at < after(from, hour)).length).toBeLessThanOrEqual(12)
})
