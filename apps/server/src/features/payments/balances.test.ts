import { randomUUID } from 'node:crypto'
import * as routes from '@veranda/contract/payments/routes.ts'
import { type LedgerEntriesQuery, type LedgerEntry } from '@veranda/contract/payments/schemas.ts'
import { balanceKeys, dashboardSums } from '@veranda/core/payments/balances.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { capture } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { day, hour, instant, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dashboardFeature } from '../dashboard/feature.ts'
import { postTransaction } from '../../platform/ledger/post-transaction.ts'
import { sumDashboardMoney, sumDashboardMonths } from './sum-dashboard-money.ts'
import { type TestUser } from '../../testing/test-app.ts'
import { type MilestoneFixture } from './testing/milestone-fixture.ts'
import { type PaymentsHarness, startPaymentsHarness } from './testing/payments-harness.ts'

let harness: PaymentsHarness
let fixture: MilestoneFixture
let users: TestUser[]

beforeAll(async () => {
  harness = await startPaymentsHarness([
    dashboardFeature({
      listPendingActions: () => Promise.resolve([]),
      findNewestVersions: () => Promise.resolve({ byMilestone: new Map(), recentVersions: [] }),
      listNextBookings: () => Promise.resolve([]),
      sumMoney: sumDashboardMoney,
      sumMonths: sumDashboardMonths,
    }),
  ])
  fixture = await harness.createMilestone(123_457)
  const { client, creator } = fixture
  // Every kind of money movement, in three currencies, with two users who each act on both sides.
  await harness.startCharge(fixture, 'card_succeeds')
  await harness.runUntilIdle()
  await harness.approveMilestone(fixture)
  await harness.advance(5 * day)
  for (const amount of [30_000, 20_013]) {
    await harness.testApp.stepUp(creator)
    await harness.testApp.injectAs(creator, routes.requestPayout, {
      body: { amount, currency: 'EUR' },
      key: `k${amount}`,
    })
  }
  await harness.runUntilIdle()
  await harness.advance(1 * day)

  const late = await harness.createMilestone(45_000, 'EUR', { client, creator })
  const attempt = await harness.startCharge(late, 'card_second_factor')
  await harness.runUntilIdle()
  await harness.advance(15 * minute)
  await harness.provider.confirm({ reference: attempt, code: '123456' })
  await harness.runUntilIdle()
  await harness.startCharge(late, 'card_succeeds')
  await harness.runUntilIdle()

  const reversed = await harness.createMilestone(9_999, 'JPY', { client: creator, creator: client })
  await harness.startCharge(reversed, 'card_settles_late')
  await harness.runUntilIdle()
  await harness.approveMilestone(reversed)
  await harness.runUntilIdle()
  const chargedBack = await harness.createMilestone(7_001, 'KWD', { client, creator })
  await harness.startCharge(chargedBack, 'card_charges_back')
  await harness.runUntilIdle()
  await harness.approveMilestone(chargedBack)
  await harness.advance(3 * day)
  await harness.testApp.stepUp(creator)
  await harness.testApp.injectAs(creator, routes.requestPayout, { body: { amount: 777, currency: 'EUR' }, key: 'last' })
  users = [client, creator]
}, 60_000)
afterAll(() => harness.testApp.close())

async function readAllPages(user: TestUser, query: LedgerEntriesQuery) {
  const items: LedgerEntry[] = []
  let cursor: string | undefined
  for (;;) {
    const { reply } = await harness.testApp.injectAs(user, routes.listLedgerEntries, {
      query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
    })
    items.push(...reply.items)
    if (reply.next === null) return { items, total: reply.total }
    cursor = reply.next
  }
}

describe('a balance', () => {
  test.each(balanceKeys)('%s is exactly the sum of the entries behind it, page by page', async (key) => {
    for (const user of users) {
      const { items } = (await harness.testApp.injectAs(user, routes.readBalances)).reply
      expect(items.length % balanceKeys.length).toBe(0)
      for (const { amount } of items.filter((item) => item.key === key)) {
        const { currency } = amount
        const allEntries = await readAllPages(user, { of: key, currency })
        expect(allEntries.items.reduce((sum, item) => sum + item.effect.amount, 0)).toBe(amount.amount)
        expect(allEntries.total).toEqual(amount)
        const paged = await readAllPages(user, { of: key, currency, limit: 1 })
        expect(paged.items.map((item) => item.id)).toEqual(allEntries.items.map((item) => item.id))
        expect(new Set(paged.items.map((item) => item.id)).size).toBe(paged.items.length)
      }
    }
  })

  test('matches what happened', async () => {
    const shown = async (user: TestUser) => {
      const { items } = (await harness.testApp.injectAs(user, routes.readBalances)).reply
      return Object.fromEntries(
        items.filter((item) => item.amount.amount !== 0).map((i) => [`${i.key} ${i.amount.currency}`, i.amount.amount]),
      )
    }
    expect(await shown(fixture.client)).toEqual({
      'client.paid EUR': 129_630,
      // The chargeback is open: nothing has come back for good.
      'client.paid KWD': 7_351,
      'client.protected EUR': 45_000,
      'creator.pending JPY': 8_999,
      'creator.earned JPY': 8_999,
    })
    expect(await shown(fixture.creator)).toEqual({
      'creator.available EUR': 111_111 - 30_000 - 777,
      'creator.frozen KWD': 6_301,
      'creator.earned EUR': 111_111,
      'creator.earned KWD': 6_301,
      'creator.in-transit EUR': 777,
      'creator.paid-out EUR': 30_000,
      'creator.protected EUR': 45_000,
      'client.paid JPY': 10_499,
    })
    expect(await harness.ledgerViolations()).toEqual([])
  })

  test('is zero for each of the nine keys of a user without money', async () => {
    const { reply } = await harness.testApp.injectAs(await harness.testApp.createUser(), routes.readBalances)
    expect(reply.items.map((item) => [item.key, item.amount.amount])).toEqual(balanceKeys.map((key) => [key, 0]))
  })
})

describe('an amount on the dashboard', () => {
  const sumOf = async (user: TestUser, query: LedgerEntriesQuery) => {
    const { items, total } = await readAllPages(user, { ...query, limit: 3 })
    const sum = items.reduce((added, { effect }) => added + effect.amount, 0)
    expect(total?.amount ?? 0).toBe(sum)
    return { amount: sum, currency: query.currency }
  }

  test('is exactly the sum of the entries that its link opens', async () => {
    let figures = 0
    for (const user of users) {
      const { reply } = await harness.testApp.injectAs(user, readDashboard)
      for (const sums of reply.money) {
        for (const name of ['protected', 'pending', 'available', 'paid'] as const) {
          const shown = sums[name]
          expect(await sumOf(user, { of: dashboardSums[name], currency: shown.currency }), name).toEqual(shown)
          if (shown.amount !== 0) figures += 1
        }
      }
      for (const { currency, items } of reply.months) {
        for (const { month, ...series } of items) {
          for (const name of ['spent', 'earned'] as const) {
            const shown = { amount: series[name], currency }
            expect(await sumOf(user, { of: dashboardSums[name], currency, month }), `${name} ${month}`).toEqual(shown)
            if (shown.amount !== 0) figures += 1
          }
        }
      }
    }
    expect(figures).toBeGreaterThan(10)
  })

  test('of a month follows the calendar of the user’s own time zone', async () => {
    const { testApp } = harness
    const user = await testApp.createUser('Hana')
    await testApp.deps.db.updateTable('users').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', user.id).execute()
    const now = new Date(testApp.clock.now())
    const firstUtc = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
    // 09:00 in Tokyo is midnight UTC: two hours before it is still the last month in UTC, and this month in Tokyo.
    for (const [shift, amount] of [
      [-2 * hour, 700],
      [-10 * hour, 30],
    ] as const) {
      const escrow = randomUUID()
      await testApp.transact((tx) =>
        postTransaction(tx, {
          ...capture({ escrow }, { price: minor(amount), clientFee: minor(0) }),
          cause: `month:${escrow}`,
          currency: 'EUR',
          at: instant(firstUtc + shift),
          milestoneId: escrow,
          parties: { client: user.id },
        }),
      )
    }
    const { reply } = await testApp.injectAs(user, readDashboard)
    const [before, current] = reply.months[0]?.items.slice(-2) ?? []
    expect([before?.spent, current?.spent]).toEqual([30, 700])
    for (const { month, spent } of [before, current].filter((one) => one !== undefined)) {
      expect(await sumOf(user, { of: 'client.spent', currency: 'EUR', month })).toEqual({
        amount: spent,
        currency: 'EUR',
      })
    }
  })

  test('of a month is asked for only with the sum that it limits', async () => {
    const query = { projectId: fixture.facts.projectId, month: '2026-11' }
    const { problem } = await harness.testApp.injectAs(fixture.client, routes.listLedgerEntries, { query })
    expect(problem).toMatchObject({ code: 'ledger-entries.one-subject', field: 'month' })
  })
})

describe('the ledger entries of a milestone', () => {
  const accounts = async (user: TestUser, query: { milestoneId?: string; projectId?: string }) => {
    const { reply } = await harness.testApp.injectAs(user, routes.listLedgerEntries, { query })
    return [...new Set(reply.items.map((item) => item.account))].toSorted()
  }

  test('show each party the entries that concern them', async () => {
    const { milestoneId, projectId } = fixture.facts
    const client = ['card', 'creator', 'escrow', 'fee_client', 'fee_creator', 'fee_deferred']
    const creator = ['client', 'creator_available', 'creator_pending', 'escrow', 'fee_creator']
    for (const query of [{ milestoneId }, { projectId }]) {
      expect(await accounts(fixture.client, query)).toEqual(client)
      expect(await accounts(fixture.creator, query)).toEqual(creator)
    }
  })

  test('are positive where money arrives and negative where it leaves', async () => {
    const { milestoneId } = fixture.facts
    const effectsFor = async (user: TestUser) => {
      const { reply } = await harness.testApp.injectAs(user, routes.listLedgerEntries, { query: { milestoneId } })
      return Object.fromEntries(reply.items.map((item) => [`${item.kind} ${item.account}`, item.effect.amount]))
    }
    const ofClient = await effectsFor(fixture.client)
    expect(ofClient).toMatchObject({ 'capture escrow': 123_457, 'release escrow': -123_457 })
    expect(ofClient['capture card']).toBeLessThanOrEqual(-123_457)
    const ofCreator = await effectsFor(fixture.creator)
    const earned = ofCreator['release creator_pending'] ?? 0
    expect(earned).toBeGreaterThan(0)
    expect(ofCreator).toMatchObject({
      'release escrow': -123_457,
      'release fee_creator': 123_457 - earned,
      'mature creator_pending': -earned,
      'mature creator_available': earned,
    })
  })

  test('sum to zero in each transaction, for the client, the creator and every kind of money movement', async () => {
    const ofUsers = await harness.testApp.deps.db.selectFrom('milestones').select('id').execute()
    const kinds = new Set<string>()
    for (const { id } of ofUsers) {
      for (const user of users) {
        const { reply } = await harness.testApp.injectAs(user, routes.listLedgerEntries, { query: { milestoneId: id } })
        for (const [transaction, entries] of Map.groupBy(reply.items, (item) => item.transactionId)) {
          kinds.add(entries[0]?.kind ?? '')
          expect(entries.length, transaction).toBeGreaterThan(1)
          expect(
            entries.reduce((sum, { effect }) => sum + effect.amount, 0),
            `${entries[0]?.kind} as seen by ${user.name}`,
          ).toBe(0)
        }
      }
    }
    expect([...kinds].toSorted()).toEqual(['capture', 'chargeback_freeze', 'mature', 'release'])
  })

  test('are not found for anyone else', async () => {
    const stranger = await harness.testApp.createUser()
    const { milestoneId, projectId } = fixture.facts
    for (const query of [{ milestoneId }, { projectId }]) {
      expect((await harness.testApp.injectAs(stranger, routes.listLedgerEntries, { query })).status).toBe(404)
    }
    const none = await harness.testApp.injectAs(stranger, routes.listLedgerEntries, { query: {} })
    expect(none.problem.code).toBe('ledger-entries.one-subject')
    const badCursor = await harness.testApp.injectAs(stranger, routes.listLedgerEntries, {
      query: { of: 'client.paid', cursor: 'xxx' },
    })
    expect(badCursor.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable', field: 'cursor' })
  })
})

describe('a receipt', () => {
  test('is issued for both sides, its lines sum to its total, and it hides the other side’s details', async () => {
    const mine = async (user: TestUser) => (await harness.testApp.injectAs(user, routes.listReceipts)).reply.items
    const [forClient] = (await mine(fixture.client)).filter(
      (item) => item.side === 'client' && item.total.currency === 'EUR',
    )
    const [forCreator] = (await mine(fixture.creator)).filter(
      (item) => item.side === 'creator' && item.total.currency === 'EUR',
    )
    expect(forClient?.total.amount).toBe(129_630)
    expect(forCreator?.total.amount).toBe(111_111)
    const { reply } = await harness.testApp.injectAs(fixture.client, routes.readReceipt, {
      params: { id: forClient?.id ?? '' },
    })
    expect(reply.number).toMatch(/^VR-\d{4}-\d{6}$/)
    expect(reply.lines.map((line) => [line.key, line.amount.amount])).toEqual([
      ['work', 123_457],
      ['client-fee', 6_173],
    ])
    expect(reply).toMatchObject({ methodLast4: '4242', version: { number: 2 }, creator: { email: null } })
    const other = await harness.testApp.injectAs(fixture.creator, routes.readReceipt, {
      params: { id: fixture.facts.milestoneId },
    })
    expect(other.reply).toMatchObject({ side: 'creator', methodLast4: null, client: { email: null } })
    expect(other.reply.lines.reduce((sum, line) => sum + line.amount.amount, 0)).toBe(111_111)
    const stolen = await harness.testApp.injectAs(fixture.creator, routes.readReceipt, {
      params: { id: forClient?.id ?? '' },
    })
    expect([stolen.status, stolen.problem.code]).toEqual([404, 'receipt.not-found'])
  })
})

test('escrow is listed for both sides, with the counterparty', async () => {
  const escrowOf = async (user: TestUser) =>
    (await harness.testApp.injectAs(user, routes.listEscrow)).reply.items.filter(
      (item) => item.amount.currency === 'EUR',
    )
  expect(await escrowOf(fixture.client)).toMatchObject([
    { side: 'client', place: 'protected', amount: { amount: 45_000 }, counterparty: { id: fixture.creator.id } },
  ])
  expect(await escrowOf(fixture.creator)).toMatchObject([
    { side: 'creator', place: 'protected', amount: { amount: 45_000 }, counterparty: { id: fixture.client.id } },
  ])
})
