import { readChargebackAsAdmin, requestPayout } from '@veranda/contract/payments/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebhookRequest } from '../../../gateways/payments/sandbox-webhook-sender.ts'
import { type MilestoneFixture } from '../testing/milestone-fixture.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../testing/payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.testApp.close())

/** Funds a milestone with a test card and releases it. */
async function released(card: string, creator?: MilestoneFixture['creator']): Promise<MilestoneFixture> {
  const fixture = await harness.createMilestone(100_000, 'EUR', creator ? { creator } : {})
  await harness.startCharge(fixture, card)
  await harness.runUntilIdle()
  await harness.approveMilestone(fixture)
  await harness.runUntilIdle()
  return fixture
}

const payOut = async ({ creator }: MilestoneFixture, amount: number) => {
  await harness.testApp.stepUp(creator)
  const body = { amount, currency: 'EUR' }
  return harness.testApp.injectAs(creator, requestPayout, { body, key: crypto.randomUUID() })
}

/** Returns what a creator has, owes, and has at the provider. */
async function moneyOf({ creator }: Pick<MilestoneFixture, 'creator'>) {
  const sums = await harness.accountSums()
  const of = (name: string) => sums.get(`${name}:${creator.id}`) ?? 0
  return {
    pending: of('creator_pending'),
    available: of('creator_available'),
    frozen: of('creator_frozen'),
    // An asset: what is owed to the platform, and what is at the provider.
    owed: -of('receivable') || 0,
    connected: -of('psp_connected') || 0,
  }
}

const nothing = { pending: 0, available: 0, frozen: 0, owed: 0, connected: 0 }

test('a chargeback that is won before the release gives the escrow back', async () => {
  const fixture = await harness.createMilestone()
  await harness.startCharge(fixture, 'card_chargeback_won')
  await harness.runUntilIdle()
  await harness.advance(4 * day)
  const escrow = async (name: string) => (await harness.accountSums()).get(`${name}:${fixture.facts.milestoneId}`) ?? 0
  expect([await escrow('escrow'), await escrow('escrow_frozen')]).toEqual([0, 100_000])
  await harness.advance(21 * day)
  expect([await escrow('escrow'), await escrow('escrow_frozen')]).toEqual([100_000, 0])
  expect(await harness.ledgerViolations()).toEqual([])
})

test('a chargeback that is won frees the share of the creator, which then matures', async () => {
  const fixture = await released('card_chargeback_won')
  await harness.advance(4 * day)
  expect(await moneyOf(fixture)).toEqual({ ...nothing, frozen: 90_000 })
  await harness.advance(10 * day)
  expect(await moneyOf(fixture)).toEqual({ ...nothing, frozen: 90_000 })
  await harness.advance(11 * day)
  expect(await moneyOf(fixture)).toEqual({ ...nothing, available: 90_000, connected: 90_000 })
  expect(await harness.ledgerViolations()).toEqual([])
})

test('a chargeback that is lost takes what is available, and the provider takes it back from the creator’s account', async () => {
  const fixture = await released('card_chargeback_lost')
  await harness.advance(6 * day)
  expect(await moneyOf(fixture)).toEqual({ ...nothing, available: 90_000, connected: 90_000 })
  await harness.advance(5 * day)
  expect(await moneyOf(fixture)).toEqual({ ...nothing, frozen: 90_000, connected: 90_000 })
  await harness.advance(15 * day)
  expect(await moneyOf(fixture)).toEqual(nothing)
  expect(await harness.ledgerViolations()).toEqual([])
})

test('what was paid out before becomes a debt, which later earnings pay first, and no payout takes it', async () => {
  const fixture = await released('card_chargeback_lost')
  await harness.advance(6 * day)
  expect((await payOut(fixture, 90_000)).status).toBe(201)
  await harness.advance(3 * day)
  const second = await released('card_succeeds', fixture.creator)
  await harness.advance(2 * day)
  expect(await moneyOf(fixture)).toEqual({ ...nothing, pending: 90_000, frozen: 90_000, owed: 90_000 })
  await harness.advance(15 * day)
  expect(await moneyOf(fixture)).toEqual(nothing)
  const finance = await harness.testApp.createUser('Fay Finance', { adminRoles: ['finance'] })
  const [row] = await harness.testApp.deps.db
    .selectFrom('chargebacks')
    .select('charge_id')
    .where('creator_id', '=', fixture.creator.id)
    .execute()
  const params = { id: row?.charge_id ?? '' }
  const read = await harness.testApp.injectAs(finance, readChargebackAsAdmin, { params })
  expect(read.reply).toMatchObject({ state: 'lost', money: { amount: 105_000 }, owed: { amount: 0 } })
  expect(new Set(read.reply.entries.map(({ kind }) => kind))).toContain('chargeback_lost')
  expect((await harness.testApp.injectAs(fixture.creator, readChargebackAsAdmin, { params })).status).toBe(404)
  expect((await payOut(second, 1)).problem?.code).toBe('payout.too-much')
  const third = await released('card_succeeds', fixture.creator)
  await harness.advance(6 * day)
  expect(await moneyOf(third)).toEqual({ ...nothing, available: 90_000, connected: 90_000 })
  expect(await harness.ledgerViolations()).toEqual([])
})

test('a debt that other earnings have repaid is paid to the creator when the chargeback is won', async () => {
  const fixture = await released('card_chargeback_won')
  // The chargeback arrives once its earnings are paid out.
  const { db } = harness.testApp.deps
  await db
    .updateTable('sandbox_payment_webhooks')
    .set({ due_at: new Date(harness.testApp.clock.now() + 10 * day) })
    .where('type', '=', 'charge.disputed')
    .where('delivered_at', 'is', null)
    .execute()
  await harness.advance(6 * day)
  expect((await payOut(fixture, 90_000)).status).toBe(201)
  await harness.advance(2 * day)
  const later = await released('card_succeeds', fixture.creator)
  await harness.advance(2 * day)
  expect(await moneyOf(later)).toEqual({ ...nothing, pending: 90_000, frozen: 90_000, owed: 90_000 })
  await harness.advance(5 * day)
  expect(await moneyOf(later)).toEqual({ ...nothing, frozen: 90_000 })
  await harness.advance(10 * day)
  expect(await moneyOf(later)).toEqual({ ...nothing, available: 90_000, connected: 90_000 })
  expect(await harness.ledgerViolations()).toEqual([])
})

test('webhooks that arrive twice, shuffled and late decide a chargeback once', async () => {
  const won = await released('card_chargeback_won')
  const lost = await released('card_chargeback_lost')
  const shuffled = (webhooks: WebhookRequest[]) => [...webhooks, ...webhooks].toReversed()
  // Everything is due at once, and the newest comes first.
  await harness.testApp.advance(40 * day)
  await harness.runUntilIdle(shuffled)
  await harness.advance(day, shuffled)
  expect(await moneyOf(won)).toEqual({ ...nothing, available: 90_000, connected: 90_000 })
  expect(await moneyOf(lost)).toEqual(nothing)
  const { db } = harness.testApp.deps
  const rows = await db
    .selectFrom('chargebacks')
    .select(['state', 'creator_id'])
    .where('creator_id', 'in', [won.creator.id, lost.creator.id])
    .execute()
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['won', 'lost']))
  expect(await harness.ledgerViolations()).toEqual([])
})
