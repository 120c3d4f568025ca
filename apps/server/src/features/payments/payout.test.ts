import * as routes from '@veranda/contract/payments/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payoutTurnedBack } from '../../gateways/payments/sandbox.ts'
import { type Person } from '../../testing/test-app.ts'
import { type Story, tellStory } from './testing/story.ts'

let story: Story
let keys = 0
beforeAll(async () => {
  story = await tellStory()
})
afterAll(() => story.t.close())

const ask = (creator: Person, amount: number, key = `key-${(keys += 1)}`, currency = 'EUR') =>
  story.t.injectAs(creator, routes.requestPayout, { body: { amount, currency }, key })

const balance = async (who: Person, key: string) =>
  (await story.t.injectAs(who, routes.readBalances)).reply.items.find((item) => item.key === key)?.amount.amount

/** A creator whose released share of 900.00 has just become available. */
async function earned(card = 'card_succeeds') {
  const deal = await story.deal()
  await story.start(deal, card)
  await story.rest()
  await story.approve(deal)
  await story.rest()
  expect(await balance(deal.creator, 'creator.pending')).toBe(90_000)
  await story.later(5 * day)
  return deal
}

describe('released money', () => {
  test('is available after five days, transferred, and told once', async () => {
    const { creator, facts } = await earned()
    expect(await balance(creator, 'creator.pending')).toBe(0)
    expect(await balance(creator, 'creator.available')).toBe(90_000)
    expect((await story.ledger()).get(`psp_connected:${creator.id}`)).toBe(-90_000)
    const told = await story.t.deps.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'earnings.available')
      .where('subject_id', '=', facts.milestoneId)
      .execute()
    expect(told.map((event) => event.data)).toMatchObject([
      { creatorId: creator.id, amount: 90_000, title: 'The floor' },
    ])
    expect(await story.violations()).toEqual([])
  })

  test('that settles late is available only when it has settled', async () => {
    const { creator } = await earned('card_settles_late')
    expect(await balance(creator, 'creator.available')).toBe(0)
    const waiting = await story.t.injectAs(creator, routes.listProtected)
    expect(waiting.reply.items).toMatchObject([{ place: 'pending', amount: { amount: 90_000 }, movesAt: null }])
    await story.later(5 * day)
    expect(await balance(creator, 'creator.available')).toBe(90_000)
    expect((await story.t.injectAs(creator, routes.listProtected)).reply.items).toEqual([])
    expect(await story.violations()).toEqual([])
  })
})

describe('a payout', () => {
  test('is on its way, then paid, and the webhooks may come twice and in any order', async () => {
    const { creator } = await earned()
    const { status, reply } = await ask(creator, 60_000)
    expect([status, reply.state]).toEqual([201, 'requested'])
    expect(await balance(creator, 'creator.in-transit')).toBe(60_000)
    await story.rest()
    await story.later(1 * day, (all) => [...all.toReversed(), ...all])
    const list = await story.t.injectAs(creator, routes.listPayouts)
    expect(list.reply.items).toMatchObject([{ id: reply.id, state: 'paid', amount: { amount: 60_000 } }])
    expect(await balance(creator, 'creator.available')).toBe(30_000)
    expect(await balance(creator, 'creator.in-transit')).toBe(0)
    expect(await balance(creator, 'creator.paid-out')).toBe(60_000)
    expect(await balance(creator, 'creator.earned')).toBe(90_000)
    expect(await story.violations()).toEqual([])
  })

  test('that the bank turns back is available again, with the reason', async () => {
    const { creator } = await earned()
    await ask(creator, 10_000 + payoutTurnedBack)
    await story.rest()
    await story.later(1 * day)
    const list = await story.t.injectAs(creator, routes.listPayouts)
    const lost = await story.t.injectAs(creator, routes.listPayouts, { query: { cursor: 'xxx' } })
    const receipts = await story.t.injectAs(creator, routes.listReceipts, { query: { cursor: 'xxx' } })
    expect(receipts.problem.code).toBe('list.cursor-unreadable')
    expect(lost.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable', field: 'cursor' })
    expect(list.reply.items).toMatchObject([{ state: 'failed', failure: 'bank-refused', paidAt: null }])
    expect(await balance(creator, 'creator.available')).toBe(90_000)
    expect(await story.violations()).toEqual([])
  })

  test('asked for twice with one key is one payout, and with another body refused', async () => {
    const { creator } = await earned()
    const first = await ask(creator, 10_000, 'the same')
    const second = await ask(creator, 10_000, 'the same')
    expect(second.reply).toEqual(first.reply)
    expect((await ask(creator, 20_000, 'the same')).status).toBe(409)
    expect(await balance(creator, 'creator.available')).toBe(80_000)
    const without = await story.t.injectAs(creator, routes.requestPayout, {
      body: { amount: 1, currency: 'EUR' },
      key: null,
    })
    expect(without.problem.code).toBe('request.idempotency-key-missing')
  })

  test('of more than is available, of nothing, or in another currency is refused', async () => {
    const { creator, client } = await earned()
    expect((await ask(creator, 90_001)).problem).toMatchObject({
      code: 'payout.too-much',
      facts: { available: 90_000 },
    })
    expect((await ask(creator, 0)).status).toBe(422)
    expect((await ask(creator, 1, undefined, 'USD')).problem.code).toBe('payout.too-much')
    expect((await ask(creator, 1, undefined, 'XXX')).problem.code).toBe('money.unknown-currency')
    expect((await ask(client, 1)).problem.code).toBe('payout.too-much')
  })

  test('fifty times at once never takes more than there is', async () => {
    const { creator } = await earned()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(creator, 20_000)))
    const states = answers.map((answer) => answer.status)
    expect(states.filter((status) => status === 201)).toHaveLength(4)
    expect(states.filter((status) => status === 409)).toHaveLength(46)
    expect(await balance(creator, 'creator.available')).toBe(10_000)
    await story.rest()
    await story.later(1 * day)
    expect(await balance(creator, 'creator.paid-out')).toBe(80_000)
    expect(await story.violations()).toEqual([])
  })

  test('asked for before the transfer has arrived waits for it', async () => {
    const { creator, facts } = await earned()
    const { reply } = await ask(creator, 90_000)
    await story.rest()
    const second = await story.deal(50_000, 'EUR', { creator })
    await story.start(second, 'card_succeeds')
    await story.rest()
    await story.approve(second)
    await story.rest()
    story.t.clock.setShift(story.t.clock.shift() + 5 * day)
    await story.deliver()
    await story.t.app.due.pass()
    // The transfer's job has not run yet, though the money is available.
    expect(await balance(creator, 'creator.available')).toBe(45_000)
    await ask(creator, 45_000)
    await story.rest()
    await story.later(1 * day)
    expect(await balance(creator, 'creator.paid-out')).toBe(135_000)
    expect([reply.amount.amount, facts.amount]).toEqual([90_000, 100_000])
    expect(await story.violations()).toEqual([])
  })
})
