import { notificationDrafts, type NotifiableEvent } from '@veranda/core/notifications/delivery/drafts-from-events.ts'
import { findMessage } from '../../../platform/i18n.ts'
import { expect, test } from 'vitest'
import { notifies } from './on-domain-event.ts'

/** Data with every field that some event has, in the variants that lead to different texts. */
const facts = { clientId: 'c', creatorId: 'k', projectId: 'p', commissionId: 'd', milestoneId: 'm', title: 'T' }
const money = { amount: 1, price: 1, charged: 1, refunded: 1, creatorReceives: 1, currency: 'EUR', reason: 'r' }
const bookingFacts = {
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
const dueFacts = {
  dueAt: 0,
  newDueAt: 0,
  refundRightAt: 0,
  noticeEndsAt: 0,
  escrowEndsAt: 0,
  answerBy: 0,
  mediationEndsAt: 0,
  decideBy: 0,
  reviewUntil: 0,
  waivedBy: [],
}
const pinFacts = { pinId: 'n', number: 1, preview: 'P', change: true }
const securityFacts = { userId: 'x', device: 'D', provider: 'google', name: 'Phone', left: 3, last4: '3000' }
const otherFacts = {
  ...securityFacts,
  ...dueFacts,
  disputed: 12_300,
  items: 2,
  first: 'F',
  about: 'a',
  authorId: 'c',
  waitingFor: ['k'],
  payoutId: 'o',
  chargeId: 'h',
  byAdmin: true,
}
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
    cause: 'claim',
    action: 'decline',
    which: 'hour',
    to: 'no_show_client',
    reason: 'R.',
    during: 'payment',
    who: 'client',
    how: 'expired',
    proposedBy: 'creator',
    endsCommission: true,
    authorId: 'k',
    waitingFor: ['c'],
  },
  {
    items: 1,
    cause: 'escrow-limit',
    by: 'creator',
    which: 'half-hour',
    to: 'no_show_creator',
    reason: 'R.',
    action: 'mark-gone',
    who: 'creator',
    how: 'withdrawn',
    proposedBy: 'client',
    refund: 0,
    next: null,
    last: true,
  },
  {
    first: undefined,
    by: 'creator',
    which: 'enter',
    to: 'no_show_both',
    auto: true,
    last: true,
    reason: 'R.',
    action: 'reopen',
    change: false,
    who: 'creator',
    how: 'withdrawn',
    proposedBy: 'client',
  },
]

// The record's keys are exactly these types.
const types = Object.keys(notifies) as (keyof typeof notifies)[]
const notifyingTypes = types.filter((type) => notifies[type])
const drafts = notifyingTypes.flatMap((type) =>
  variants.flatMap((variant) =>
    // All events' fields at once; the core takes those it needs.
    notificationDrafts({
      type,
      data: { ...facts, ...money, ...bookingFacts, ...pinFacts, ...otherFacts, ...variant },
    } as unknown as Parameters<typeof notificationDrafts>[0]),
  ),
)
const paramsByKey = new Map(drafts.map((draft) => [draft.key, draft.params]))
paramsByKey.set('message.received', { preview: 'P', count: 2 })
paramsByKey.set('message.mentioned', { preview: 'P' })
paramsByKey.set('message.deleted', {})

test('the handler subscribes to exactly the events that make notification drafts', () => {
  expect(types.filter((type) => countDraftsFor(type) > 0)).toEqual(notifyingTypes)
})

function countDraftsFor(type: NotifiableEvent['type']): number {
  // As above.
  const event = {
    type,
    data: { ...facts, ...money, ...bookingFacts, ...pinFacts, ...otherFacts, ...variants[0] },
  } as unknown as Parameters<typeof notificationDrafts>[0]
  return notificationDrafts(event).length
}

test.each([...paramsByKey])('%s has a title and a text with no placeholder left', (key, params) => {
  const filled = { sender: 'Sam', project: 'Pavilion', ...params }
  for (const part of ['title', 'text']) {
    const text = findMessage('notifications', `${key}.${part}`, filled)
    expect(text).toBeTruthy()
    expect(text).not.toMatch(/\{\{|“”|\s{2}|^\s|\s$/)
  }
})

test('the creator learns that a session won’t take place, and nothing of the card of the client', () => {
  for (const part of ['title', 'text']) {
    const text = findMessage('notifications', `booking.not-charged.creator.${part}`, { title: 'T', time: '9:00' })
    expect(text).toBeDefined()
    expect(text).not.toMatch(/card|charge|payment/)
  }
})
