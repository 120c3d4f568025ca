import { noticesOf, type Told } from '@veranda/core/notifications/from-event.ts'
import { sentenceFor } from '../../say.ts'
import { expect, test } from 'vitest'
import { newsTypes, quietTypes } from './on-news.ts'

/** Data with every field that some event has, in the variants that make different words. */
const facts = { clientId: 'c', creatorId: 'k', projectId: 'p', commissionId: 'd', milestoneId: 'm', title: 'T' }
const money = { amount: 1, charged: 1, refunded: 1, creatorReceives: 1, currency: 'EUR', reason: 'r' }
const session = {
  bookingId: 'b',
  startsAt: 0,
  endsAt: 0,
  newTime: 0,
  oldTime: 0,
  expiresAt: 0,
  next: 0,
  refund: 1,
  from: 'confirmed',
  during: 'request',
}
const pinned = { pinId: 'n', number: 1, preview: 'P', change: true }
const rest = { personId: 'x', device: 'D', items: 2, about: 'a', payoutId: 'o', chargeId: 'h' }
const variants = [
  {
    by: 'client',
    reminder: 1,
    auto: false,
    action: 'fix',
    which: 'day',
    to: 'completed',
    reason: 'They met.',
    who: 'both',
    how: 'declined',
    proposedBy: 'client',
  },
  {
    by: 'creator',
    reminder: 3,
    auto: true,
    action: 'decline',
    which: 'hour',
    to: 'no_show_client',
    reason: 'R.',
    during: 'payment',
    who: 'client',
    how: 'lapsed',
    proposedBy: 'creator',
  },
  {
    by: 'creator',
    which: 'half-hour',
    to: 'no_show_provider',
    reason: 'R.',
    action: 'mark-gone',
    who: 'provider',
    how: 'withdrawn',
    proposedBy: 'client',
    refund: 0,
    next: null,
  },
  {
    by: 'creator',
    which: 'enter',
    to: 'no_show_both',
    reason: 'R.',
    action: 'reopen',
    change: false,
    who: 'provider',
    how: 'withdrawn',
    proposedBy: 'client',
  },
]

const drafts = newsTypes.flatMap((type) =>
  variants.flatMap((variant) =>
    // Every event's fields at once; the core takes those it needs.
    noticesOf({
      type,
      data: { ...facts, ...money, ...session, ...pinned, ...rest, ...variant },
    } as unknown as Parameters<typeof noticesOf>[0]),
  ),
)
const known = new Map(drafts.map((draft) => [draft.key, draft.params]))
known.set('message.received', { preview: 'P', count: 2 })
known.set('message.mentioned', { preview: 'P' })
known.set('message.deleted', {})

test('the reaction listens to exactly the events that the core makes notices of', () => {
  expect(quietTypes.filter((type) => noticesOfAny(type) > 0)).toEqual([])
  expect(newsTypes.filter((type) => noticesOfAny(type) === 0)).toEqual([])
})

function noticesOfAny(type: Told['type']): number {
  // As above.
  const event = {
    type,
    data: { ...facts, ...money, ...session, ...pinned, ...rest, ...variants[0] },
  } as unknown as Parameters<typeof noticesOf>[0]
  return noticesOf(event).length
}

test.each([...known])('%s has a title and a text, with nothing left to fill in', (key, params) => {
  const given = { sender: 'Sam', project: 'Pavilion', ...params }
  for (const part of ['title', 'text']) {
    const said = sentenceFor('notifications', `${key}.${part}`, given)
    expect(said).toBeTruthy()
    expect(said).not.toMatch(/\{\{|“”|\s{2}|^\s|\s$/)
  }
})
