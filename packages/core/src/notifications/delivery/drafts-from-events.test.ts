import { describe, expect, test } from 'vitest'
import { notificationDrafts } from './drafts-from-events.ts'
import { typeByEventName } from '../types.ts'

const parties = { projectId: 'p', commissionId: 'c', clientId: 'C', creatorId: 'P' }
const milestone = { ...parties, milestoneId: 'm', title: 'Final', amount: 1_000, currency: 'EUR' }
const proposal = {
  projectId: 'p',
  clientId: 'C',
  title: 'Lobby',
  proposalId: 'pp',
  authorId: 'Q',
  waitingFor: ['C', 'P'],
}
const topUp = { topUpId: 't', price: 100, charged: 105, currency: 'EUR', expiresAt: Date.UTC(2026, 0, 1) }
const changeOrder = { ...parties, changeOrderId: 'o', by: 'client', reason: 'More rooms' }
const settlement = { ...parties, settlementId: 's', by: 'client', reason: 'Enough', refunded: 1, endsCommission: false }
const charge = { ...parties, chargeId: 'ch', milestoneId: 'm', amount: 1_050, currency: 'EUR' }
const payout = { payoutId: 'po', creatorId: 'P', amount: 900, currency: 'EUR' }
const review = { reviewId: 'r', ...parties, by: 'C', about: 'P' }

// Sample data in place of real events and ids.
const draftsOf = (type: string, data: object) =>
  notificationDrafts({ type, data } as unknown as Parameters<typeof notificationDrafts>[0])

describe('notification drafts of events', () => {
  test.each<[string, object, string[]]>([
    ['project.opened', { projectId: 'p' }, []],
    ['project.activated', { projectId: 'p', title: 'Lobby' }, ['p project notification medium']],
    ['project.completed', { projectId: 'p', title: 'Lobby' }, ['p project notification medium']],
    ['project.cancelled', { projectId: 'p', title: 'Lobby' }, ['p project notification medium']],
    ['project-proposal.made', proposal, ['C project notification high', 'P project notification high']],
    ['project-proposal.consented', proposal, ['Q project notification medium']],
    ['project-proposal.declined', { ...proposal, reason: 'No' }, ['Q project notification medium']],
    ['project-proposal.withdrawn', proposal, ['C project notification medium', 'P project notification medium']],
    ['commission.requested', parties, ['P commission commission_update high']],
    ['offer.made', parties, ['C commission commission_update high']],
    ['offer.countered', parties, ['P commission commission_update high']],
    ['offer.counter-accepted', parties, ['C commission commission_update high']],
    ['offer.returned', parties, ['C commission commission_update high']],
    ['offer.accepted', parties, ['P commission commission_update medium']],
    ['commission.active', parties, []],
    ['commission.declined', { ...parties, by: 'client', reason: '' }, ['P commission commission_update medium']],
    ['commission.withdrawn', { ...parties, by: 'creator', reason: '' }, ['C commission commission_update medium']],
    ['commission.expired', parties, ['C commission commission_update medium', 'P commission commission_update medium']],
    ['commission.completed', parties, []],
    ['milestone.funding-started', milestone, []],
    [
      'milestone.funding-failed',
      { ...milestone, charged: 1_050, reason: 'declined' },
      ['C payment payment_update high failed-payment'],
    ],
    [
      'milestone.funding-failed',
      { ...milestone, charged: 1_050, reason: 'expired' },
      ['C payment payment_update high'],
    ],
    [
      'milestone.funded',
      { ...milestone, charged: 1_050 },
      ['C payment payment_update medium', 'P payment payment_update medium'],
    ],
    ['milestone.started', { ...milestone, automatic: false }, ['C milestone milestone_update medium']],
    ['milestone.started', { ...milestone, automatic: true }, []],
    ['deliverable.added', milestone, []],
    ['milestone.submitted', milestone, ['C milestone milestone_update high']],
    ['milestone.submission-withdrawn', milestone, ['C milestone milestone_update medium']],
    ['milestone.changes-requested', { ...milestone, items: 2 }, ['P milestone milestone_update high']],
    ['milestone.review-reminded', { ...milestone, reminder: 1 }, ['C milestone milestone_update high']],
    ['milestone.review-reminded', { ...milestone, reminder: 3 }, ['C milestone milestone_update urgent']],
    ['milestone.approved', { ...milestone, auto: false, released: true }, []],
    ['milestone.approved', { ...milestone, auto: true, released: true }, []],
    ['milestone.approved', { ...milestone, auto: false }, ['P milestone milestone_update medium']],
    [
      'milestone.approved',
      { ...milestone, auto: true },
      ['C milestone milestone_update medium', 'P milestone milestone_update medium'],
    ],
    [
      'milestone.released',
      { ...milestone, creatorReceives: 900 },
      ['C payment payment_update medium', 'P payment payment_update medium'],
    ],
    [
      'milestone.refund-requested',
      { ...milestone, refunded: 1_050, remaining: 0, reason: '' },
      ['C payment payment_update high refund'],
    ],
    [
      'milestone.refund-requested',
      { ...milestone, refunded: 1_050, remaining: 0, reason: '', cause: 'claim' },
      ['P payment payment_update high'],
    ],
    [
      'milestone.refund-requested',
      { ...milestone, refunded: 1_050, remaining: 0, reason: '', cause: 'escrow-limit' },
      ['C payment payment_update high refund', 'P payment payment_update high'],
    ],
    ['milestone.due-reminded', { ...milestone, dueAt: 0 }, ['P milestone milestone_update high']],
    [
      'milestone.overdue',
      { ...milestone, dueAt: 0, refundRightAt: 0 },
      ['C milestone milestone_update high', 'P milestone milestone_update high'],
    ],
    [
      'milestone.refund-right-began',
      { ...milestone, dueAt: 0 },
      ['C milestone milestone_update high', 'P milestone milestone_update high'],
    ],
    [
      'milestone.extension-requested',
      { ...milestone, dueAt: 0, newDueAt: 1, reason: 'Ill' },
      ['C milestone milestone_update high'],
    ],
    ['milestone.extension-granted', { ...milestone, newDueAt: 1 }, ['P milestone milestone_update medium']],
    ['milestone.extension-declined', { ...milestone, dueAt: 0 }, ['P milestone milestone_update high']],
    ['milestone.due-date-moved', { ...milestone, newDueAt: 1 }, ['P milestone milestone_update medium']],
    ['milestone.notice-given', { ...milestone, noticeEndsAt: 1 }, ['P milestone milestone_update urgent']],
    ['milestone.notice-ended', milestone, ['C milestone milestone_update high', 'P milestone milestone_update high']],
    [
      'milestone.escrow-end-reminded',
      { ...milestone, escrowEndsAt: 1 },
      ['C milestone milestone_update high', 'P milestone milestone_update high'],
    ],
    ['milestone.round-added', { ...milestone, extraRounds: 1 }, ['C milestone milestone_update high']],
    ['milestone.round-requested', milestone, ['P milestone milestone_update high']],
    ['settlement.proposed', settlement, ['P commission commission_update high']],
    ['settlement.countered', { ...settlement, by: 'creator' }, ['C commission commission_update high']],
    ['settlement.reminded', settlement, ['P commission commission_update high']],
    ['settlement.accepted', settlement, ['C commission commission_update high refund']],
    ['settlement.accepted', { ...settlement, refunded: 0 }, ['C commission commission_update high']],
    ['settlement.accepted', { ...settlement, by: 'creator' }, ['P commission commission_update high']],
    ['settlement.declined', { ...settlement, reason: 'No' }, ['C commission commission_update medium']],
    ['settlement.withdrawn', settlement, ['P commission commission_update medium']],
    [
      'settlement.expired',
      settlement,
      ['C commission commission_update medium', 'P commission commission_update medium'],
    ],
    ['change-order.proposed', changeOrder, ['P commission commission_update high']],
    ['change-order.countered', { ...changeOrder, by: 'creator' }, ['C commission commission_update high']],
    ['change-order.reminded', changeOrder, ['P commission commission_update high']],
    ['change-order.accepted', changeOrder, ['C commission commission_update high']],
    ['change-order.accepted', { ...changeOrder, topUp }, ['C commission commission_update high']],
    ['top-up.requested', { ...milestone, ...topUp }, []],
    ['top-up.payment-started', { ...milestone, ...topUp }, []],
    [
      'top-up.payment-failed',
      { ...milestone, ...topUp, reason: 'declined' },
      ['C payment payment_update high failed-payment'],
    ],
    ['top-up.payment-failed', { ...milestone, ...topUp, reason: 'expired' }, ['C payment payment_update high']],
    ['top-up.paid', { ...milestone, ...topUp }, ['C payment payment_update medium', 'P payment payment_update medium']],
    [
      'top-up.reminded',
      { ...milestone, ...topUp },
      ['C payment payment_update high', 'P payment payment_update medium'],
    ],
    ['top-up.expired', { ...milestone, ...topUp }, ['C payment payment_update high', 'P payment payment_update high']],
    ['milestone.part-charged-back', milestone, []],
    ['change-order.declined', { ...changeOrder, reason: 'No' }, ['C commission commission_update medium']],
    ['change-order.withdrawn', changeOrder, ['P commission commission_update medium']],
    [
      'change-order.expired',
      changeOrder,
      ['C commission commission_update medium', 'P commission commission_update medium'],
    ],
    ['milestone.part-released', { ...milestone, settlementId: 's' }, []],
    ['milestone.refund-requested', { ...milestone, settlementId: 's', reason: '' }, []],
    ['charge.captured', charge, []],
    ['charge.refunded', { ...charge, refunded: 1_050 }, ['C payment payment_update high refund']],
    ['charge.charged-back', charge, ['C payment payment_update high', 'P payment payment_update high']],
    ['earnings.available', { ...milestone, amount: 900 }, ['P payment payment_update medium']],
    ['payout.requested', payout, []],
    ['payout.paid', payout, ['P payment payment_update medium']],
    ['payout.failed', { ...payout, reason: 'x' }, ['P payment payment_update high failed-payment']],
    ['payout.returned', { ...payout, reason: 'x' }, ['P payment payment_update high failed-payment']],
    [
      'message.sent',
      { conversationId: 'co', projectId: null, messageId: 'me', by: 'C', preview: 'Hi', mentions: ['P'] },
      ['P message notification high', 'co message notification medium'],
    ],
    ['message.edited', {}, []],
    ['review.written', review, ['P commission commission_update medium']],
    ['review.written', { ...review, publishes: true }, []],
    ['review.published', review, ['P commission commission_update medium']],
    ['review.answered', review, ['C commission commission_update medium']],
    ['review.period-ended', review, []],
    ['account.password-changed', { userId: 'C' }, ['C system notification high security']],
    ['account.identity-linked', { userId: 'C', provider: 'google' }, ['C system notification high security']],
    ['account.identity-unlinked', { userId: 'C', provider: 'tiktok' }, ['C system notification high security']],
    ['account.email-changed', { userId: 'C' }, ['C system notification high security']],
    ['account.email-restored', { userId: 'C' }, ['C system notification high security']],
    ['account.new-device', { userId: 'C', device: '' }, ['C system notification high security']],
    ['account.new-device', { userId: 'C', device: 'Firefox' }, ['C system notification high security']],
    ['account.totp-turned-on', { userId: 'C', endedSessions: 0 }, ['C system notification high security']],
    ['account.totp-turned-off', { userId: 'C' }, ['C system notification high security']],
    ['account.recovery-codes-replaced', { userId: 'C' }, ['C system notification high security']],
    ['account.recovery-code-used', { userId: 'C', left: 9 }, ['C system notification high security']],
    ['account.passkey-added', { userId: 'C', name: 'Key' }, ['C system notification high security']],
    ['account.passkey-removed', { userId: 'C', name: 'Key' }, ['C system notification high security']],
    ['account.payout-account-changed', { userId: 'C', last4: '3000' }, ['C system notification high security']],
    ['account.signed-in', { userId: 'C' }, []],
  ])('%s', (type, data, expected) => {
    const drafts = draftsOf(type, data)
    expect(
      drafts.map((draft) => {
        const to = 'user' in draft.to ? draft.to.user : draft.to.membersOf
        return [to, draft.type, draft.eventName, draft.priority, ...(draft.mandatory ? [draft.mandatory] : [])].join(
          ' ',
        )
      }),
    ).toEqual(expected)
    for (const one of drafts) {
      expect({ ...typeByEventName, notification: one.type }[one.eventName]).toBe(one.type)
      expect(one.data['actionUrl']).toMatch(/^\/[a-z]/)
    }
  })
  test('what is negotiated leads to the contract, and a request to the offer that answers it', () => {
    const urlOf = (type: string) => draftsOf(type, parties)[0]?.data['actionUrl']
    const contract = '/projects/p?view=contract&commission=c'
    expect(urlOf('commission.requested')).toBe(`${contract}&write=offer`)
    expect([urlOf('offer.made'), urlOf('offer.countered')]).toEqual([contract, contract])
    expect(urlOf('offer.accepted')).toBe('/projects/p')
  })
  test('who is notified of a refusal reads the reason, if one was given, cut at 200 characters', () => {
    const declined = (reason: string) => draftsOf('commission.declined', { ...parties, by: 'client', reason })[0]
    expect(declined('')).toMatchObject({ key: 'commission.declined', params: {} })
    expect(declined('Too late')).toMatchObject({
      key: 'commission.declined.with-reason',
      params: { reason: 'Too late' },
    })
    expect(declined('é'.repeat(201))?.params['reason']).toBe(`${'é'.repeat(200)}…`)
  })
  test('a release names who approved it and whether it was the last, in one notification for each side', () => {
    const keys = (more: object) =>
      draftsOf('milestone.released', { ...milestone, creatorReceives: 900, ...more }).map(({ key }) => key)
    const key = 'milestone.released'
    expect(keys({ auto: false, last: false })).toEqual([`${key}.client`, `${key}.creator`])
    expect(keys({ auto: true, last: false })).toEqual([`${key}.client.auto`, `${key}.creator.auto`])
    expect(keys({ auto: false, last: true })).toEqual([`${key}.client.last`, `${key}.creator.last`])
    expect(keys({ auto: true, last: true })).toEqual([`${key}.client.auto.last`, `${key}.creator.auto.last`])
  })
  test('a drafted change notifies as a new pin, and only the round that sends it as a request for changes', () => {
    const pin = { ...milestone, pinId: 'n', number: 2, preview: 'Too low' }
    const keys = (type: string, data: object) => draftsOf(type, data).map(({ key }) => key)
    expect(keys('pin.added', { ...pin, change: true })).toEqual(keys('pin.added', { ...pin, change: false }))
    expect(keys('pin.added', { ...pin, change: true })).toEqual(['pin.added', 'pin.added'])
    expect(keys('pin.change-request-set', { ...pin, change: true })).toEqual([])
  })
  test('a request for changes quotes the first one and counts the others; a stored one without it counts all', () => {
    const draft = (data: object) => draftsOf('milestone.changes-requested', { ...milestone, ...data })[0]
    const key = 'milestone.changes-requested'
    expect(draft({ items: 1, first: 'Raise the rail\nby 12 mm' })).toMatchObject({
      key: `${key}.one`,
      params: { first: 'Raise the rail by 12 mm' },
    })
    expect(draft({ items: 3, first: 'A darker oak' })).toMatchObject({
      key: `${key}.several`,
      params: { first: 'A darker oak', count: 2 },
    })
    expect(draft({ items: 3 })).toMatchObject({ key, params: { title: 'Final', items: 3 } })
  })
  test('the parties whose payment starts a project get no second notification of its start', () => {
    const [draft] = draftsOf('project.activated', { projectId: 'p', clientId: 'C', startedWith: 'P', title: 'Lobby' })
    expect(draft?.to).toEqual({ membersOf: 'p', kind: 'project', except: ['C', 'P'] })
  })
  test('each side sees its own amount of a payment, with the milestone and a transaction', () => {
    const [client, creator] = draftsOf('milestone.released', { ...milestone, creatorReceives: 900 })
    expect(client).toMatchObject({ key: 'milestone.released.client', data: { amount: 1_000, milestoneId: 'm' } })
    expect(creator).toMatchObject({
      key: 'milestone.released.creator',
      data: { amount: 900, currency: 'EUR', transactionId: 'milestone.released:m' },
    })
  })
})
