import * as routes from '@veranda/contract/payments/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sign, signatureHeader } from '../../gateways/payments/signature.ts'
import { type Envelope } from '../../gateways/payments/sandbox-courier.ts'
import { type Deal } from './testing/deal.ts'
import { type Story, tellStory } from './testing/story.ts'

let story: Story
beforeAll(async () => {
  story = await tellStory()
})
afterAll(() => story.t.close())

const stateOf = async (deal: Deal, id: string) =>
  (await story.t.injectAs(deal.client, routes.readCharge, { params: { id } })).reply

const milestoneOf = async (deal: Deal) =>
  story.t.deps.db
    .selectFrom('milestones')
    .select('state')
    .where('id', '=', deal.facts.milestoneId)
    .executeTakeFirstOrThrow()

/** Every webhook twice, the newest first, the pair apart. */
const doubledAndShuffled = (envelopes: Envelope[]) => [...envelopes.toReversed(), ...envelopes]

describe('a charge', () => {
  test('with a card that succeeds is captured by the webhook and held, the processor fee beside it', async () => {
    const deal = await story.deal()
    const id = await story.start(deal, 'card_succeeds')
    await story.t.settle()
    expect(await stateOf(deal, id)).toMatchObject({ state: 'created', amount: { amount: 105_000, currency: 'EUR' } })
    await story.rest()
    expect(await stateOf(deal, id)).toMatchObject({ state: 'captured', failure: null })
    expect(await milestoneOf(deal)).toEqual({ state: 'funded' })
    const ledger = await story.ledger()
    expect(ledger.get(`held:${deal.facts.milestoneId}`)).toBe(100_000)
    expect(ledger.get(`fee_deferred:${deal.facts.milestoneId}`)).toBe(5_000)
    expect(ledger.get('psp_fee')).toBe(-(1_470 + 25))
    await story.later(2 * day)
    expect((await story.ledger()).get('psp_available')).toBe(-(105_000 - 1_495))
    expect((await story.ledger()).get('psp_clearing')).toBe(0)
    expect(await story.violations()).toEqual([])
  })

  test.each([
    ['card_declined', 'declined'],
    ['card_insufficient_funds', 'insufficient-funds'],
    ['card_of_somebody_else', 'unknown-method'],
  ])('with %s fails as %s, once, and leaves the milestone to be tried again', async (card, failure) => {
    const deal = await story.deal()
    const id = await story.start(deal, card)
    await story.rest(doubledAndShuffled)
    expect(await stateOf(deal, id)).toMatchObject({ state: 'failed', failure })
    expect(await milestoneOf(deal)).toEqual({ state: 'awaiting_funding' })
    const told = await story.t.deps.db
      .selectFrom('events')
      .select('data')
      .where('subject_id', '=', id)
      .where('type', '=', 'charge.failed')
      .execute()
    expect(told.map((event) => event.data)).toMatchObject([
      { reason: failure, clientId: deal.client.id, currency: 'EUR' },
    ])
    await story.start(deal, 'card_succeeds')
    await story.rest()
    expect(await milestoneOf(deal)).toEqual({ state: 'funded' })
  })

  test('with a second factor waits for the right code', async () => {
    const deal = await story.deal()
    const id = await story.start(deal, 'card_second_factor')
    await story.rest()
    expect(await stateOf(deal, id)).toMatchObject({ state: 'needs_confirmation' })
    const confirm = (who: Deal['client'], code: string) =>
      story.t.injectAs(who, routes.confirmCharge, { params: { id }, body: { code } })
    const wrong = await confirm(deal.client, '000000')
    expect([wrong.status, wrong.problem.code]).toEqual([402, 'charge.wrong-code'])
    expect((await confirm(deal.creator, '123456')).problem.code).toBe('charge.not-found')
    expect((await confirm(deal.client, '123456')).status).toBe(200)
    await story.rest()
    expect(await stateOf(deal, id)).toMatchObject({ state: 'captured' })
    expect(await milestoneOf(deal)).toEqual({ state: 'funded' })
    expect((await confirm(deal.client, '123456')).problem.code).toBe('charge.nothing-to-confirm')
  })

  test('is over after fifteen minutes, and a code that comes later is refused', async () => {
    const deal = await story.deal()
    const id = await story.start(deal, 'card_second_factor')
    await story.rest()
    await story.later(15 * minute)
    expect(await stateOf(deal, id)).toMatchObject({ state: 'expired' })
    expect(await milestoneOf(deal)).toEqual({ state: 'awaiting_funding' })
    const late = await story.t.injectAs(deal.client, routes.confirmCharge, { params: { id }, body: { code: '123456' } })
    expect([late.status, late.problem.code]).toEqual([410, 'charge.expired'])
  })

  test('whose money comes after all refunds itself, before it settles', async () => {
    const deal = await story.deal()
    const id = await story.start(deal, 'card_second_factor')
    await story.rest()
    await story.later(15 * minute)
    // The bank confirms past us, as it may when the client is late on its own page.
    await story.provider.confirm({ reference: id, code: '123456' })
    const before = await story.ledger()
    await story.rest(doubledAndShuffled)
    expect(await stateOf(deal, id)).toMatchObject({ state: 'refunded' })
    expect(await milestoneOf(deal)).toEqual({ state: 'awaiting_funding' })
    const ledger = await story.ledger()
    expect(ledger.get(`unapplied:${deal.client.id}`)).toBe(0)
    expect(ledger.get(`refund_payable:${deal.client.id}`)).toBe(0)
    const fee = 1_495
    expect((ledger.get('psp_clearing') ?? 0) - (before.get('psp_clearing') ?? 0)).toBe(fee)
    await story.later(3 * day, doubledAndShuffled)
    expect((await story.ledger()).get('psp_clearing')).toBe(0)
    expect(await story.violations()).toEqual([])
  })

  test('captured twice for one milestone funds it once and gives the other back', async () => {
    const deal = await story.deal()
    const first = await story.start(deal, 'card_second_factor')
    await story.rest()
    await story.later(15 * minute)
    const second = await story.start(deal, 'card_succeeds')
    await story.rest()
    await story.provider.confirm({ reference: first, code: '123456' })
    await story.rest()
    expect(await stateOf(deal, first)).toMatchObject({ state: 'refunded' })
    expect(await stateOf(deal, second)).toMatchObject({ state: 'captured' })
    expect((await story.ledger()).get(`held:${deal.facts.milestoneId}`)).toBe(100_000)
    expect(await story.violations()).toEqual([])
  })

  test('that is asked for again after a crash is one charge', async () => {
    const deal = await story.deal()
    const id = await story.start(deal, 'card_succeeds')
    const of = { reference: id, amount: deal.charged, currency: 'EUR', method: 'card_succeeds' }
    const ask = { ...of, key: `charge:${id}`, capture: 'at-once' as const }
    // The provider took the money and we died before noting its answer.
    await story.provider.charge(ask)
    await story.rest()
    expect(await story.provider.charge(ask)).toMatchObject({ state: 'captured' })
    await story.rest()
    expect(await stateOf(deal, id)).toMatchObject({ state: 'captured' })
    expect((await story.ledger()).get(`held:${deal.facts.milestoneId}`)).toBe(100_000)
    const objects = await story.t.deps.db
      .selectFrom('sandbox_payment_objects')
      .select('id')
      .where('reference', '=', id)
      .execute()
    expect(objects).toHaveLength(1)
    await expect(story.provider.charge({ ...ask, amount: 1 })).rejects.toThrow('used for something else')
  })

  test('is given back by the provider to the unit, however it is divided, and each part once', async () => {
    // The ledger hears of refunds that nobody asked it for, so this one is of its own world.
    const apart = await tellStory()
    try {
      const deal = await apart.deal()
      const id = await apart.start(deal, 'card_succeeds')
      await apart.rest()
      const part = (reference: string, amount: number) =>
        apart.provider.refund({ key: `refund:${reference}`, reference, charge: id, amount, currency: 'EUR' })
      const first = await part('one', deal.charged - 1_000)
      expect(await part('one', deal.charged - 1_000)).toEqual(first)
      await expect(part('two', 1_001)).rejects.toThrow('more was asked back than was captured')
      await part('three', 1_000)
      await expect(part('four', 1)).rejects.toThrow('more was asked back than was captured')
    } finally {
      await apart.t.close()
    }
  })

  test('is nobody else’s to see', async () => {
    const deal = await story.deal()
    const id = await story.start(deal, 'card_succeeds')
    await story.rest()
    const stranger = await story.t.person()
    for (const who of [stranger, deal.creator]) {
      const answer = await story.t.injectAs(who, routes.readCharge, { params: { id } })
      expect([answer.status, answer.problem.code]).toEqual([404, 'charge.not-found'])
    }
  })
})

describe('a webhook', () => {
  const post = (body: string, headers: Record<string, string>) =>
    story.t.app.http.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  test('without the provider’s signature is refused, whatever it says', async () => {
    const body = JSON.stringify({ id: 'evt_x', type: 'charge.captured', createdAt: new Date().toISOString(), data: {} })
    const signed = sign('f'.repeat(64), body, Date.now())
    for (const headers of [{}, { [signatureHeader]: signed }, { [signatureHeader]: 't=1,v1=00' }]) {
      expect((await post(body, headers)).statusCode).toBe(401)
    }
    const known = await story.t.deps.db.selectFrom('webhook_events').select('id').where('id', '=', 'evt_x').execute()
    expect(known).toEqual([])
  })

  test('doubled and shuffled, each and all, comes to the same end', async () => {
    const ends: string[] = []
    for (const arrange of [undefined, doubledAndShuffled, (all: Envelope[]) => all.toReversed()]) {
      const deal = await story.deal(33_333)
      await story.start(deal, 'card_succeeds')
      await story.t.settle()
      // Captured and settled are both due, so that they can change places.
      story.t.clock.setShift(story.t.clock.shift() + 3 * day)
      await story.deliver(arrange)
      await story.rest(arrange)
      await story.approve(deal)
      await story.later(5 * day, arrange)
      const ledger = await story.ledger()
      const mine = [...ledger].filter(([account]) => /:/.test(account) && isOf(deal, account))
      ends.push(
        mine
          .map(([account, sum]) => `${account.split(':')[0]} ${sum}`)
          .toSorted()
          .join('\n'),
      )
      const half = await story.t.deps.db
        .selectFrom('webhook_events')
        .select('id')
        .where('handled_at', 'is', null)
        .execute()
      expect(half).toEqual([])
    }
    expect(new Set(ends).size).toBe(1)
    expect(await story.violations()).toEqual([])
  })

  test('that nobody answers comes again until somebody does', async () => {
    const deal = await story.deal()
    const id = await story.start(deal, 'card_succeeds')
    await story.t.settle()
    const calls: string[] = []
    const down = async (envelope: Envelope) => {
      calls.push(envelope.id)
      throw new Error('connection refused')
    }
    expect(await story.provider.deliverDue(down)).toBe(0)
    expect(await story.provider.deliverDue(down)).toBe(0)
    expect(calls).toHaveLength(1)
    await story.later(1 * minute)
    expect(await stateOf(deal, id)).toMatchObject({ state: 'captured' })
  })

  test('reaches a real server by itself', async () => {
    const other = await tellStory()
    try {
      const deal = await other.deal()
      other.provider.start(await other.t.listen())
      const id = await other.start(deal, 'card_succeeds')
      await expect
        .poll(() => other.t.injectAs(deal.client, routes.readCharge, { params: { id } }).then((a) => a.reply.state), {
          timeout: 15_000,
        })
        .toBe('captured')
    } finally {
      await other.provider.stop()
      await other.t.close()
    }
  })
})

describe('a charge taken back by the bank', () => {
  test('freezes the share of a released milestone and keeps it from becoming available', async () => {
    const deal = await story.deal()
    await story.start(deal, 'card_charges_back')
    await story.rest()
    await story.approve(deal)
    await story.later(3 * day)
    const ledger = await story.ledger()
    expect(ledger.get(`provider_frozen:${deal.creator.id}`)).toBe(90_000)
    expect(ledger.get(`provider_pending:${deal.creator.id}`)).toBe(0)
    expect(ledger.get('chargeback_receivable')).toBe(-105_000)
    await story.later(3 * day)
    expect((await story.ledger()).get(`provider_available:${deal.creator.id}`)).toBeUndefined()
    expect(await story.violations()).toEqual([])
  })

  test('is told to the owner of a milestone that is not released', async () => {
    const deal = await story.deal()
    const id = await story.start(deal, 'card_charges_back')
    await story.rest()
    await story.later(3 * day)
    const told = await story.t.deps.db
      .selectFrom('events')
      .select('data')
      .where('subject_id', '=', id)
      .where('type', '=', 'charge.charged-back')
      .execute()
    expect(told.map((event) => event.data)).toMatchObject([{ creatorId: deal.creator.id, amount: 105_000 }])
    expect(await story.violations()).toEqual([])
  })
})

test('the sandbox provider does not start in production', async () => {
  const { sandboxPayments } = await import('../../gateways/payments/sandbox.ts')
  const { deps } = story.t
  expect(() => sandboxPayments({ ...deps, env: { ...deps.env, mode: 'production' } })).toThrow('production')
})

test('the ways to pay are listed with what they do', async () => {
  const someone = await story.t.person()
  const { reply } = await story.t.injectAs(someone, routes.listMethods)
  expect(reply.sandbox).toBe(true)
  expect(reply.items).toContainEqual({ token: 'card_succeeds', brand: 'Visa', last4: '4242', behaviour: 'succeeds' })
  expect(reply.items).toHaveLength(6)
})

function isOf(deal: Deal, account: string): boolean {
  return [deal.client.id, deal.creator.id, deal.facts.milestoneId].some((id) => account.endsWith(id))
}
