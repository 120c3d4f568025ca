import * as routes from '@veranda/contract/payments/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signWebhook, signatureHeader } from '../../../gateways/payments/webhook-signature.ts'
import { type WebhookRequest } from '../../../gateways/payments/sandbox-webhook-sender.ts'
import { type MilestoneFixture } from '../testing/milestone-fixture.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../testing/payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.testApp.close())

const stateOf = async (fixture: MilestoneFixture, id: string) =>
  (await harness.testApp.injectAs(fixture.client, routes.readCharge, { params: { id } })).reply

const milestoneOf = async (fixture: MilestoneFixture) =>
  harness.testApp.deps.db
    .selectFrom('milestones')
    .select('state')
    .where('id', '=', fixture.facts.milestoneId)
    .executeTakeFirstOrThrow()

/** Delivers every webhook twice, newest first, with each pair apart. */
const doubledAndShuffled = (envelopes: WebhookRequest[]) => [...envelopes.toReversed(), ...envelopes]

describe('a charge', () => {
  test('with a card that succeeds is captured by the webhook and held in escrow, with the processor fee posted', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_succeeds')
    await harness.testApp.runUntilIdle()
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'created', amount: { amount: 105_000, currency: 'EUR' } })
    await harness.runUntilIdle()
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'captured', failure: null })
    expect(await milestoneOf(fixture)).toEqual({ state: 'funded' })
    const ledger = await harness.accountSums()
    expect(ledger.get(`escrow:${fixture.facts.milestoneId}`)).toBe(100_000)
    expect(ledger.get(`fee_deferred:${fixture.facts.milestoneId}`)).toBe(5_000)
    expect(ledger.get('psp_fee')).toBe(-(1_470 + 25))
    await harness.advance(2 * day)
    expect((await harness.accountSums()).get('psp_available')).toBe(-(105_000 - 1_495))
    expect((await harness.accountSums()).get('psp_clearing')).toBe(0)
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test.each([
    ['card_declined', 'declined'],
    ['card_insufficient_funds', 'insufficient-funds'],
    ['card_of_somebody_else', 'unknown-method'],
  ])('with %s fails as %s, once, and leaves the milestone ready for another attempt', async (card, failure) => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, card)
    await harness.runUntilIdle(doubledAndShuffled)
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'failed', failure })
    expect(await milestoneOf(fixture)).toEqual({ state: 'awaiting_funding' })
    const events = await harness.testApp.deps.db
      .selectFrom('events')
      .select('data')
      .where('subject_id', '=', id)
      .where('type', '=', 'charge.failed')
      .execute()
    expect(events.map((event) => event.data)).toMatchObject([
      { reason: failure, clientId: fixture.client.id, currency: 'EUR' },
    ])
    await harness.startCharge(fixture, 'card_succeeds')
    await harness.runUntilIdle()
    expect(await milestoneOf(fixture)).toEqual({ state: 'funded' })
  })

  test('with a second factor waits for the right code; confirming is among its actions exactly while it is accepted', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_second_factor')
    const confirm = (user: MilestoneFixture['client'], code: string) =>
      harness.testApp.injectAs(user, routes.confirmCharge, { params: { id }, body: { code } })
    await harness.runUntilIdle()
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'needs_confirmation', actions: ['confirm'] })
    const wrong = await confirm(fixture.client, '000000')
    expect([wrong.status, wrong.problem.code]).toEqual([402, 'charge.wrong-code'])
    expect((await confirm(fixture.creator, '123456')).problem.code).toBe('charge.not-found')
    expect((await confirm(fixture.client, '123456')).status).toBe(200)
    await harness.runUntilIdle()
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'captured', actions: [] })
    expect(await milestoneOf(fixture)).toEqual({ state: 'funded' })
    // The reply to the first try may have been lost.
    expect((await confirm(fixture.client, '123456')).reply).toMatchObject({ id, state: 'captured', actions: [] })
    expect((await confirm(fixture.creator, '123456')).problem.code).toBe('charge.not-found')
  })

  test('expires after fifteen minutes, and a later code is refused', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_second_factor')
    await harness.runUntilIdle()
    await harness.advance(15 * minute)
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'expired', actions: [] })
    expect(await milestoneOf(fixture)).toEqual({ state: 'awaiting_funding' })
    const late = await harness.testApp.injectAs(fixture.client, routes.confirmCharge, {
      params: { id },
      body: { code: '123456' },
    })
    expect([late.status, late.problem.code]).toEqual([410, 'charge.expired'])
  })

  test('whose code is sent again after fifteen minutes is confirmed, not expired, when the webhook is late', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_second_factor')
    await harness.runUntilIdle()
    const confirm = (user: MilestoneFixture['client']) =>
      harness.testApp.injectAs(user, routes.confirmCharge, { params: { id }, body: { code: '123456' } })
    expect((await confirm(fixture.client)).status).toBe(200)
    harness.testApp.clock.setShift(harness.testApp.clock.shift() + 15 * minute)
    // Before the timer that ends the attempt, and after it; no webhook has come.
    expect(await confirm(fixture.client)).toMatchObject({ status: 200, reply: { id, state: 'captured', actions: [] } })
    await harness.testApp.runUntilIdle()
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'expired' })
    expect(await confirm(fixture.client)).toMatchObject({ status: 200, reply: { id, state: 'captured', actions: [] } })
    expect((await confirm(fixture.creator)).problem.code).toBe('charge.not-found')
  })

  test('refunds money that arrives after the attempt expired, before it settles', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_second_factor')
    await harness.runUntilIdle()
    await harness.advance(15 * minute)
    // The bank confirms without us, as it may when the client is late on the bank's own page.
    await harness.provider.confirm({ reference: id, code: '123456' })
    const before = await harness.accountSums()
    await harness.runUntilIdle(doubledAndShuffled)
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'refunded' })
    expect(await milestoneOf(fixture)).toEqual({ state: 'awaiting_funding' })
    const ledger = await harness.accountSums()
    expect(ledger.get(`unapplied:${fixture.client.id}`)).toBe(0)
    expect(ledger.get(`refund_payable:${fixture.client.id}`)).toBe(0)
    const fee = 1_495
    expect((ledger.get('psp_clearing') ?? 0) - (before.get('psp_clearing') ?? 0)).toBe(fee)
    await harness.advance(3 * day, doubledAndShuffled)
    expect((await harness.accountSums()).get('psp_clearing')).toBe(0)
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('captured twice for one milestone funds it once and refunds the other capture', async () => {
    const fixture = await harness.createMilestone()
    const first = await harness.startCharge(fixture, 'card_second_factor')
    await harness.runUntilIdle()
    await harness.advance(15 * minute)
    const second = await harness.startCharge(fixture, 'card_succeeds')
    await harness.runUntilIdle()
    await harness.provider.confirm({ reference: first, code: '123456' })
    await harness.runUntilIdle()
    expect(await stateOf(fixture, first)).toMatchObject({ state: 'refunded' })
    expect(await stateOf(fixture, second)).toMatchObject({ state: 'captured' })
    expect((await harness.accountSums()).get(`escrow:${fixture.facts.milestoneId}`)).toBe(100_000)
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('requested again after a crash is one charge', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_succeeds')
    const of = { reference: id, amount: fixture.chargedAmount, currency: 'EUR', method: 'card_succeeds' }
    const ask = { ...of, key: `charge:${id}`, capture: 'at-once' as const }
    // The provider took the money and our process died before recording the reply.
    await harness.provider.charge(ask)
    await harness.runUntilIdle()
    expect(await harness.provider.charge(ask)).toMatchObject({ state: 'captured' })
    await harness.runUntilIdle()
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'captured' })
    expect((await harness.accountSums()).get(`escrow:${fixture.facts.milestoneId}`)).toBe(100_000)
    const objects = await harness.testApp.deps.db
      .selectFrom('sandbox_payment_objects')
      .select('id')
      .where('reference', '=', id)
      .execute()
    expect(objects).toHaveLength(1)
    await expect(harness.provider.charge({ ...ask, amount: 1 })).rejects.toThrow('used for something else')
  })

  test('is refunded by the provider to the unit, in any number of parts, each part once', async () => {
    // The ledger would see refunds that it did not request, so this test uses its own app.
    const separate = await startPaymentsHarness()
    try {
      const fixture = await separate.createMilestone()
      const id = await separate.startCharge(fixture, 'card_succeeds')
      await separate.runUntilIdle()
      const part = (reference: string, amount: number) =>
        separate.provider.refund({
          key: `refund:${reference}`,
          reference,
          charge: id,
          amount,
          currency: 'EUR',
          client: 'one',
          attempt: 1,
        })
      const first = await part('one', fixture.chargedAmount - 1_000)
      expect(await part('one', fixture.chargedAmount - 1_000)).toEqual(first)
      await expect(part('two', 1_001)).rejects.toThrow('refunds exceed the captured amount')
      await part('three', 1_000)
      await expect(part('four', 1)).rejects.toThrow('refunds exceed the captured amount')
    } finally {
      await separate.testApp.close()
    }
  })

  test('is visible only to its client', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_succeeds')
    await harness.runUntilIdle()
    const stranger = await harness.testApp.createUser()
    for (const user of [stranger, fixture.creator]) {
      const answer = await harness.testApp.injectAs(user, routes.readCharge, { params: { id } })
      expect([answer.status, answer.problem.code]).toEqual([404, 'charge.not-found'])
    }
  })
})

describe('a webhook', () => {
  const post = (body: string, headers: Record<string, string>) =>
    harness.testApp.app.http.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  test('without the provider’s signature is refused, whatever its content', async () => {
    const body = JSON.stringify({ id: 'evt_x', type: 'charge.captured', createdAt: new Date().toISOString(), data: {} })
    const signed = signWebhook('f'.repeat(64), body, Date.now())
    for (const headers of [{}, { [signatureHeader]: signed }, { [signatureHeader]: 't=1,v1=00' }]) {
      expect((await post(body, headers)).statusCode).toBe(401)
    }
    const known = await harness.testApp.deps.db
      .selectFrom('webhook_events')
      .select('id')
      .where('id', '=', 'evt_x')
      .execute()
    expect(known).toEqual([])
  })

  test('delivered twice and out of order leads to the same result', async () => {
    const outcomes: string[] = []
    for (const arrange of [undefined, doubledAndShuffled, (all: WebhookRequest[]) => all.toReversed()]) {
      const fixture = await harness.createMilestone(33_333)
      await harness.startCharge(fixture, 'card_succeeds')
      await harness.testApp.runUntilIdle()
      // Captured and settled are both due, so their order can change.
      harness.testApp.clock.setShift(harness.testApp.clock.shift() + 3 * day)
      await harness.deliverWebhooks(arrange)
      await harness.runUntilIdle(arrange)
      await harness.approveMilestone(fixture)
      await harness.advance(5 * day, arrange)
      const ledger = await harness.accountSums()
      const mine = [...ledger].filter(([account]) => /:/.test(account) && isOf(fixture, account))
      outcomes.push(
        mine
          .map(([account, sum]) => `${account.split(':')[0]} ${sum}`)
          .toSorted()
          .join('\n'),
      )
      const unhandled = await harness.testApp.deps.db
        .selectFrom('webhook_events')
        .select('id')
        .where('handled_at', 'is', null)
        .execute()
      expect(unhandled).toEqual([])
    }
    expect(new Set(outcomes).size).toBe(1)
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('without a reply is delivered again until it gets one', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_succeeds')
    await harness.testApp.runUntilIdle()
    const calls: string[] = []
    const failingSend = async (envelope: WebhookRequest) => {
      calls.push(envelope.id)
      throw new Error('connection refused')
    }
    expect(await harness.provider.sendDueWebhooks(failingSend)).toBe(0)
    expect(await harness.provider.sendDueWebhooks(failingSend)).toBe(0)
    expect(calls).toHaveLength(1)
    await harness.advance(1 * minute)
    expect(await stateOf(fixture, id)).toMatchObject({ state: 'captured' })
  })

  test('reaches a real server on its own', async () => {
    const other = await startPaymentsHarness()
    try {
      const fixture = await other.createMilestone()
      other.provider.start(await other.testApp.listen())
      const id = await other.startCharge(fixture, 'card_succeeds')
      await expect
        .poll(
          () =>
            other.testApp.injectAs(fixture.client, routes.readCharge, { params: { id } }).then((a) => a.reply.state),
          {
            timeout: 15_000,
          },
        )
        .toBe('captured')
    } finally {
      await other.provider.stop()
      await other.testApp.close()
    }
  })
})

describe('a chargeback', () => {
  test('freezes the share of a released milestone and keeps it from maturing', async () => {
    const fixture = await harness.createMilestone()
    await harness.startCharge(fixture, 'card_charges_back')
    await harness.runUntilIdle()
    await harness.approveMilestone(fixture)
    await harness.advance(3 * day)
    const ledger = await harness.accountSums()
    expect(ledger.get(`creator_frozen:${fixture.creator.id}`)).toBe(90_000)
    expect(ledger.get(`creator_pending:${fixture.creator.id}`)).toBe(0)
    expect(ledger.get('chargeback_receivable')).toBe(-105_000)
    await harness.advance(3 * day)
    expect((await harness.accountSums()).get(`creator_available:${fixture.creator.id}`)).toBeUndefined()
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('is reported to the owner of an unreleased milestone', async () => {
    const fixture = await harness.createMilestone()
    const id = await harness.startCharge(fixture, 'card_charges_back')
    await harness.runUntilIdle()
    await harness.advance(3 * day)
    const events = await harness.testApp.deps.db
      .selectFrom('events')
      .select('data')
      .where('subject_id', '=', id)
      .where('type', '=', 'charge.charged-back')
      .execute()
    expect(events.map((event) => event.data)).toMatchObject([{ creatorId: fixture.creator.id, amount: 105_000 }])
    expect(await harness.ledgerViolations()).toEqual([])
  })
})

test('the sandbox provider does not start in production', async () => {
  const { sandboxPayments } = await import('../../../gateways/payments/sandbox-payments.ts')
  const { deps } = harness.testApp
  expect(() => sandboxPayments({ ...deps, env: { ...deps.env, mode: 'production' } })).toThrow('production')
})

test('payment methods are listed with their sandbox behaviour', async () => {
  const someone = await harness.testApp.createUser()
  const { reply } = await harness.testApp.injectAs(someone, routes.listPaymentMethods)
  expect(reply.sandbox).toBe(true)
  expect(reply.items).toContainEqual({ token: 'card_succeeds', brand: 'Visa', last4: '4242', behaviour: 'succeeds' })
  expect(reply.items).toHaveLength(9)
})

function isOf(fixture: MilestoneFixture, account: string): boolean {
  return [fixture.client.id, fixture.creator.id, fixture.facts.milestoneId].some((id) => account.endsWith(id))
}
