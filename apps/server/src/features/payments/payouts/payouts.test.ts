import * as routes from '@veranda/contract/payments/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failingPayoutCents } from '../../../gateways/payments/sandbox-payments.ts'
import { type TestUser } from '../../../testing/test-app.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../testing/payments-harness.ts'

let harness: PaymentsHarness
let keys = 0
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.testApp.close())

const requestPayoutAs = async (creator: TestUser, amount: number, key = `key-${(keys += 1)}`, currency = 'EUR') => {
  await harness.testApp.stepUp(creator)
  return harness.testApp.injectAs(creator, routes.requestPayout, { body: { amount, currency }, key })
}

const balance = async (user: TestUser, key: string) =>
  (await harness.testApp.injectAs(user, routes.readBalances)).reply.items.find((item) => item.key === key)?.amount
    .amount

/** Creates a creator whose released share of 900.00 has just become available. */
async function creatorWithEarnings(card = 'card_succeeds') {
  const fixture = await harness.createMilestone()
  await harness.startCharge(fixture, card)
  await harness.runUntilIdle()
  await harness.approveMilestone(fixture)
  await harness.runUntilIdle()
  expect(await balance(fixture.creator, 'creator.pending')).toBe(90_000)
  await harness.advance(5 * day)
  return fixture
}

describe('released money', () => {
  test('a payout of any amount needs a recent step-up of the session that asks, and leaves no trace without one', async () => {
    const { creator } = await creatorWithEarnings()
    const body = { amount: 1, currency: 'EUR' }
    const ask = () => harness.testApp.injectAs(creator, routes.requestPayout, { body, key: 'asked again' })
    expect([(await ask()).status, (await ask()).problem.code]).toEqual([403, 'step-up.required'])
    expect((await harness.testApp.injectAs(creator, routes.listPayouts, { query: {} })).reply.items).toEqual([])
    await harness.testApp.stepUp(creator)
    expect((await ask()).status).toBe(201)
  })

  test('is available after five days, transferred, and reported once', async () => {
    const { creator, facts } = await creatorWithEarnings()
    expect(await balance(creator, 'creator.pending')).toBe(0)
    expect(await balance(creator, 'creator.available')).toBe(90_000)
    expect((await harness.accountSums()).get(`psp_connected:${creator.id}`)).toBe(-90_000)
    const events = await harness.testApp.deps.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'earnings.available')
      .where('subject_id', '=', facts.milestoneId)
      .execute()
    expect(events.map((event) => event.data)).toMatchObject([
      { creatorId: creator.id, amount: 90_000, title: 'The floor' },
    ])
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('that settles late becomes available only when it has settled', async () => {
    const { creator } = await creatorWithEarnings('card_settles_late')
    expect(await balance(creator, 'creator.available')).toBe(0)
    const waiting = await harness.testApp.injectAs(creator, routes.listEscrow)
    expect(waiting.reply.items).toMatchObject([{ place: 'pending', amount: { amount: 90_000 }, movesAt: null }])
    await harness.advance(5 * day)
    expect(await balance(creator, 'creator.available')).toBe(90_000)
    expect((await harness.testApp.injectAs(creator, routes.listEscrow)).reply.items).toEqual([])
    expect(await harness.ledgerViolations()).toEqual([])
  })
})

describe('a payout', () => {
  test('is offered exactly while a request of one cent would be accepted', async () => {
    const { creator, client } = await creatorWithEarnings()
    const offered = async (user: TestUser) =>
      (await harness.testApp.injectAs(user, routes.readBalances)).reply.items
        .filter(({ actions }) => actions.includes('request'))
        .map(({ key }) => key)
    expect(await offered(client)).toEqual([])
    expect((await requestPayoutAs(client, 1)).problem.code).toBe('payout.too-much')
    expect(await offered(creator)).toEqual(['creator.available'])
    expect((await requestPayoutAs(creator, 90_000)).status).toBe(201)
    expect(await offered(creator)).toEqual([])
    expect((await requestPayoutAs(creator, 1)).problem.code).toBe('payout.too-much')
  })

  test('is in transit, then paid, with webhooks delivered twice and in any order', async () => {
    const { creator } = await creatorWithEarnings()
    const { status, reply } = await requestPayoutAs(creator, 60_000)
    expect([status, reply.state]).toEqual([201, 'requested'])
    expect(await balance(creator, 'creator.in-transit')).toBe(60_000)
    await harness.runUntilIdle()
    await harness.advance(1 * day, (all) => [...all.toReversed(), ...all])
    const list = await harness.testApp.injectAs(creator, routes.listPayouts)
    expect(list.reply.items).toMatchObject([{ id: reply.id, state: 'paid', amount: { amount: 60_000 } }])
    expect(await balance(creator, 'creator.available')).toBe(30_000)
    expect(await balance(creator, 'creator.in-transit')).toBe(0)
    expect(await balance(creator, 'creator.paid-out')).toBe(60_000)
    expect(await balance(creator, 'creator.earned')).toBe(90_000)
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('refused by the bank is available again, with the reason', async () => {
    const { creator } = await creatorWithEarnings()
    await requestPayoutAs(creator, 10_000 + failingPayoutCents)
    await harness.runUntilIdle()
    await harness.advance(1 * day)
    const list = await harness.testApp.injectAs(creator, routes.listPayouts)
    const badCursor = await harness.testApp.injectAs(creator, routes.listPayouts, { query: { cursor: 'xxx' } })
    const receipts = await harness.testApp.injectAs(creator, routes.listReceipts, { query: { cursor: 'xxx' } })
    expect(receipts.problem.code).toBe('list.cursor-unreadable')
    expect(badCursor.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable', field: 'cursor' })
    expect(list.reply.items).toMatchObject([{ state: 'failed', failure: 'bank-refused', paidAt: null }])
    expect(await balance(creator, 'creator.available')).toBe(90_000)
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('requested twice with one key is one payout, and with another body is refused', async () => {
    const { creator } = await creatorWithEarnings()
    const first = await requestPayoutAs(creator, 10_000, 'the same')
    const second = await requestPayoutAs(creator, 10_000, 'the same')
    expect(second.reply).toEqual(first.reply)
    expect((await requestPayoutAs(creator, 20_000, 'the same')).status).toBe(409)
    expect(await balance(creator, 'creator.available')).toBe(80_000)
    const without = await harness.testApp.injectAs(creator, routes.requestPayout, {
      body: { amount: 1, currency: 'EUR' },
      key: null,
    })
    expect(without.problem.code).toBe('request.idempotency-key-missing')
  })

  test('of more than is available, of zero, or in another currency is refused', async () => {
    const { creator, client } = await creatorWithEarnings()
    expect((await requestPayoutAs(creator, 90_001)).problem).toMatchObject({
      code: 'payout.too-much',
      facts: { available: 90_000 },
    })
    expect((await requestPayoutAs(creator, 0)).status).toBe(422)
    expect((await requestPayoutAs(creator, 1, undefined, 'USD')).problem.code).toBe('payout.too-much')
    expect((await requestPayoutAs(creator, 1, undefined, 'XXX')).problem.code).toBe('money.unknown-currency')
    expect((await requestPayoutAs(client, 1)).problem.code).toBe('payout.too-much')
  })

  test('requested fifty times at once never takes more than is available', async () => {
    const { creator } = await creatorWithEarnings()
    const answers = await Promise.all(Array.from({ length: 50 }, () => requestPayoutAs(creator, 20_000)))
    const states = answers.map((answer) => answer.status)
    expect(states.filter((status) => status === 201)).toHaveLength(4)
    expect(states.filter((status) => status === 409)).toHaveLength(46)
    expect(await balance(creator, 'creator.available')).toBe(10_000)
    await harness.runUntilIdle()
    await harness.advance(1 * day)
    expect(await balance(creator, 'creator.paid-out')).toBe(80_000)
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('requested before the transfer has arrived waits for it', async () => {
    const { creator, facts } = await creatorWithEarnings()
    const { reply } = await requestPayoutAs(creator, 90_000)
    await harness.runUntilIdle()
    const second = await harness.createMilestone(50_000, 'EUR', { creator })
    await harness.startCharge(second, 'card_succeeds')
    await harness.runUntilIdle()
    await harness.approveMilestone(second)
    await harness.runUntilIdle()
    harness.testApp.clock.setShift(harness.testApp.clock.shift() + 5 * day)
    await harness.deliverWebhooks()
    await harness.testApp.app.timers.runOnce()
    // The transfer job has not run yet, though the money is available.
    expect(await balance(creator, 'creator.available')).toBe(45_000)
    await requestPayoutAs(creator, 45_000)
    await harness.runUntilIdle()
    await harness.advance(1 * day)
    expect(await balance(creator, 'creator.paid-out')).toBe(135_000)
    expect([reply.amount.amount, facts.amount]).toEqual([90_000, 100_000])
    expect(await harness.ledgerViolations()).toEqual([])
  })
})

describe('the payout account', () => {
  test('is a test account until the creator names a bank account, of which only country and last digits are kept', async () => {
    const { testApp } = harness
    const creator = await testApp.createUser('Kenji')
    const read = async () => (await testApp.injectAs(creator, routes.readPayoutAccount)).reply.account
    const iban = 'DE89 3704 0044 0532 0130 00'
    const change = (typed = iban) =>
      testApp.injectAs(creator, routes.changePayoutAccount, { body: { holder: 'Kenji Arai', iban: typed } })
    expect(await read()).toEqual({ kind: 'test', last4: '0000' })
    const early = await change()
    expect([early.status, early.problem.code]).toEqual([403, 'step-up.required'])
    expect(await read()).toMatchObject({ kind: 'test' })
    await testApp.stepUp(creator)
    const mistyped = await change('DE89 3704 0044 0532 0130 01')
    expect([mistyped.status, mistyped.problem.code]).toEqual([422, 'payout-account.iban-invalid'])
    expect((await change()).reply.account).toMatchObject({
      kind: 'bank',
      holder: 'Kenji Arai',
      country: 'DE',
      last4: '3000',
    })
    expect(await read()).toMatchObject({ kind: 'bank', last4: '3000' })
    const type = 'account.payout-account-changed'
    const audit = await testApp.deps.db.selectFrom('audit_log').select('data').where('action', '=', type).execute()
    expect(audit.map(({ data }) => data)).toEqual([{ country: 'DE', last4: '3000' }])
    const events = await testApp.deps.db.selectFrom('events').select('data').where('type', '=', type).execute()
    expect(events.map(({ data }) => data)).toEqual([{ userId: creator.id, last4: '3000' }])
    const stored = await testApp.deps.db.selectFrom('sandbox_payout_accounts').selectAll().execute()
    expect(JSON.stringify([stored, audit, events])).not.toContain('370400440532')
  })
})
