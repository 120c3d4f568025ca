import * as routes from '@veranda/contract/payments/routes.ts'
import { type BalanceKey, type Posting, balanceKeys } from '@veranda/contract/payments/schemas.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person } from '../../testing/test-app.ts'
import { type Deal } from './testing/deal.ts'
import { type Story, tellStory } from './testing/story.ts'

let story: Story
let deal: Deal
let people: Person[]

beforeAll(async () => {
  story = await tellStory()
  deal = await story.deal(123_457)
  const { client, creator } = deal
  // Every kind of movement that the product makes, over three currencies and two people who are both at times.
  await story.start(deal, 'card_succeeds')
  await story.rest()
  await story.approve(deal)
  await story.later(5 * day)
  for (const amount of [30_000, 20_013]) {
    await story.t.injectAs(creator, routes.requestPayout, { body: { amount, currency: 'EUR' }, key: `k${amount}` })
  }
  await story.rest()
  await story.later(1 * day)

  const late = await story.deal(45_000, 'EUR', { client, creator })
  const attempt = await story.start(late, 'card_second_factor')
  await story.rest()
  await story.later(15 * minute)
  await story.provider.confirm({ reference: attempt, code: '123456' })
  await story.rest()
  await story.start(late, 'card_succeeds')
  await story.rest()

  const turned = await story.deal(9_999, 'JPY', { client: creator, creator: client })
  await story.start(turned, 'card_settles_late')
  await story.rest()
  await story.approve(turned)
  await story.rest()
  const back = await story.deal(7_001, 'KWD', { client, creator })
  await story.start(back, 'card_charges_back')
  await story.rest()
  await story.approve(back)
  await story.later(3 * day)
  await story.t.injectAs(creator, routes.requestPayout, { body: { amount: 777, currency: 'EUR' }, key: 'last' })
  people = [client, creator]
}, 60_000)
afterAll(() => story.t.close())

async function all(who: Person, query: { of: BalanceKey; currency: string; limit?: number }) {
  const items: Posting[] = []
  let cursor: string | undefined
  for (;;) {
    const { reply } = await story.t.injectAs(who, routes.listPostings, {
      query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
    })
    items.push(...reply.items)
    if (reply.next === null) return { items, total: reply.total }
    cursor = reply.next
  }
}

describe('a balance', () => {
  test.each(balanceKeys)('%s is exactly the sum of the postings behind it, page by page', async (key) => {
    for (const who of people) {
      const { items } = (await story.t.injectAs(who, routes.readBalances)).reply
      expect(items.length % balanceKeys.length).toBe(0)
      for (const { amount } of items.filter((item) => item.key === key)) {
        const { currency } = amount
        const whole = await all(who, { of: key, currency })
        expect(whole.items.reduce((sum, item) => sum + item.effect, 0)).toBe(amount.amount)
        expect(whole.total).toEqual(amount)
        const paged = await all(who, { of: key, currency, limit: 1 })
        expect(paged.items.map((item) => item.id)).toEqual(whole.items.map((item) => item.id))
        expect(new Set(paged.items.map((item) => item.id)).size).toBe(paged.items.length)
      }
    }
  })

  test('says what happened', async () => {
    const shown = async (who: Person) => {
      const { items } = (await story.t.injectAs(who, routes.readBalances)).reply
      return Object.fromEntries(
        items.filter((item) => item.amount.amount !== 0).map((i) => [`${i.key} ${i.amount.currency}`, i.amount.amount]),
      )
    }
    expect(await shown(deal.client)).toEqual({
      'client.paid EUR': 129_630,
      // The chargeback is open: nothing has come back for good.
      'client.paid KWD': 7_351,
      'client.protected EUR': 45_000,
      'creator.pending JPY': 8_999,
      'creator.earned JPY': 8_999,
    })
    expect(await shown(deal.creator)).toEqual({
      'creator.available EUR': 111_111 - 30_000 - 777,
      'creator.earned EUR': 111_111,
      'creator.earned KWD': 6_301,
      'creator.in-transit EUR': 777,
      'creator.paid-out EUR': 30_000,
      'creator.protected EUR': 45_000,
      'client.paid JPY': 10_499,
    })
    expect(await story.violations()).toEqual([])
  })

  test('of somebody without money is nought, nine times', async () => {
    const { reply } = await story.t.injectAs(await story.t.person(), routes.readBalances)
    expect(reply.items.map((item) => [item.key, item.amount.amount])).toEqual(balanceKeys.map((key) => [key, 0]))
  })
})

describe('the postings of a milestone', () => {
  const accounts = async (who: Person, query: { milestoneId?: string; projectId?: string }) => {
    const { reply } = await story.t.injectAs(who, routes.listPostings, { query })
    return [...new Set(reply.items.map((item) => item.account))].toSorted()
  }

  test('show each party the lines that concern them', async () => {
    const { milestoneId, projectId } = deal.facts
    const client = ['fee_client', 'fee_deferred', 'held', 'psp_clearing']
    const creator = ['fee_provider', 'held', 'provider_available', 'provider_pending']
    for (const query of [{ milestoneId }, { projectId }]) {
      expect(await accounts(deal.client, query)).toEqual(client)
      expect(await accounts(deal.creator, query)).toEqual(creator)
    }
  })

  test('are absent to everybody else', async () => {
    const stranger = await story.t.person()
    const { milestoneId, projectId } = deal.facts
    for (const query of [{ milestoneId }, { projectId }]) {
      expect((await story.t.injectAs(stranger, routes.listPostings, { query })).status).toBe(404)
    }
    const none = await story.t.injectAs(stranger, routes.listPostings, { query: {} })
    expect(none.problem.code).toBe('postings.one-subject')
    const lost = await story.t.injectAs(stranger, routes.listPostings, { query: { of: 'client.paid', cursor: 'xxx' } })
    expect(lost.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable', field: 'cursor' })
  })
})

describe('a receipt', () => {
  test('is issued for both sides, its lines sum to its total, and shows neither the other’s side', async () => {
    const mine = async (who: Person) => (await story.t.injectAs(who, routes.listReceipts)).reply.items
    const [forClient] = (await mine(deal.client)).filter(
      (item) => item.side === 'client' && item.total.currency === 'EUR',
    )
    const [forCreator] = (await mine(deal.creator)).filter(
      (item) => item.side === 'creator' && item.total.currency === 'EUR',
    )
    expect(forClient?.total.amount).toBe(129_630)
    expect(forCreator?.total.amount).toBe(111_111)
    const { reply } = await story.t.injectAs(deal.client, routes.readReceipt, { params: { id: forClient?.id ?? '' } })
    expect(reply.number).toMatch(/^VR-\d{4}-\d{6}$/)
    expect(reply.lines.map((line) => [line.key, line.amount.amount])).toEqual([
      ['work', 123_457],
      ['client-fee', 6_173],
    ])
    expect(reply).toMatchObject({ methodLast4: '4242', version: { number: 2 }, creator: { email: null } })
    const other = await story.t.injectAs(deal.creator, routes.readReceipt, { params: { id: deal.facts.milestoneId } })
    expect(other.reply).toMatchObject({ side: 'creator', methodLast4: null, client: { email: null } })
    expect(other.reply.lines.reduce((sum, line) => sum + line.amount.amount, 0)).toBe(111_111)
    const stolen = await story.t.injectAs(deal.creator, routes.readReceipt, { params: { id: forClient?.id ?? '' } })
    expect([stolen.status, stolen.problem.code]).toEqual([404, 'receipt.not-found'])
  })
})

test('protected funds are listed for both, with who the other is', async () => {
  const own = async (who: Person) =>
    (await story.t.injectAs(who, routes.listProtected)).reply.items.filter((item) => item.amount.currency === 'EUR')
  expect(await own(deal.client)).toMatchObject([
    { part: 'client', place: 'protected', amount: { amount: 45_000 }, other: { id: deal.creator.id } },
  ])
  expect(await own(deal.creator)).toMatchObject([
    { part: 'creator', place: 'protected', amount: { amount: 45_000 }, other: { id: deal.client.id } },
  ])
})
