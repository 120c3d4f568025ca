import { randomUUID } from 'node:crypto'
import {
  acceptChangeOrder,
  approveMilestone,
  fundMilestone,
  fundTopUp,
  listActivity,
  proposeChangeOrder,
  refundMilestone,
} from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { confirmCharge, listEscrow, readReceipt, redirectRefund } from '@veranda/contract/payments/routes.ts'
import { sandboxCardCode } from '@veranda/core/payments/charges/sandbox-cards.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { checkLedger } from '../../../platform/ledger/check-ledger.ts'
import { advanceWithWebhooks } from '../../../testing/payment-webhooks.ts'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { acceptedCommission, type CommissionScenario } from '../testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const runUntilIdle = (by = 0) => advanceWithWebhooks(app, by)
const balance = (account: Parameters<typeof balanceOf>[1]) => balanceOf(app.deps.db, account, 'EUR')
const titlesOf = async (user: TestUser) =>
  (await app.injectAs(user, listNotifications, { query: {} })).reply.items.map(({ title }) => title)

/** Funds a milestone of 1 000.00 EUR and signs a change order that makes it 1 500.00 with a round more. */
async function raised(firstCard = 'card_succeeds'): Promise<CommissionScenario> {
  const scenario = await acceptedCommission(app)
  const { client } = scenario.parties
  const { id, version: expected } = await scenario.milestone()
  const body = { method: firstCard, expected }
  await app.injectAs(client, fundMilestone, { params: { id }, body, key: randomUUID() })
  await runUntilIdle()
  await raise(scenario, 150_000)
  return scenario
}

/** Proposes and signs another price and one more round for the first milestone. */
async function raise(scenario: CommissionScenario, amount: number) {
  const { client, creator } = scenario.parties
  const { offers, acceptedOfferId } = await scenario.read()
  const content = offers.find((offer) => offer.id === acceptedOfferId)?.content
  if (!content) throw new Error('expected a contract')
  const { id, version, title, description, dueAt, limits, rounds } = await scenario.milestone()
  const terms = { title, description, dueAt, limits, amount, reviewRounds: rounds + 1 }
  const body = {
    scope: content.scope,
    rights: content.rights,
    reason: 'A garden, too',
    milestones: [{ ...terms, ref: { milestoneId: id, version } }],
    dropped: [],
  }
  const call = { params: { id: scenario.id }, body, key: randomUUID() }
  const order = (await app.injectAs(creator, proposeChangeOrder, call)).reply.changeOrders[0]
  if (!order) throw new Error('expected a change order')
  const signature = { hash: order.hash, expected: order.version }
  await app.injectAs(client, acceptChangeOrder, { params: { id: order.id }, body: signature, key: randomUUID() })
  return order
}

function payCall({ topUp }: Milestone, method = 'card_succeeds') {
  return { params: { id: topUp?.id ?? '' }, body: { method, expected: topUp?.version ?? 0 }, key: randomUUID() }
}
const pay = async (scenario: CommissionScenario, method?: string) =>
  app.injectAs(scenario.parties.client, fundTopUp, payCall(await scenario.milestone(), method))

/** Pays the first funding and the top-up with these cards. */
async function toppedUp(firstCard = 'card_succeeds', secondCard = 'card_succeeds'): Promise<CommissionScenario> {
  const scenario = await raised(firstCard)
  await app.advance(1_000)
  await pay(scenario, secondCard)
  await runUntilIdle()
  return scenario
}
async function refund(scenario: CommissionScenario, amount: number) {
  const { id, version: expected } = await scenario.milestone()
  const body = { amount, reason: 'Less after all', expected }
  return app.injectAs(scenario.parties.creator, refundMilestone, { params: { id }, body, key: randomUUID() })
}

test('a price that rises is paid as a top-up: until then nothing changes, and then all of it is released as one price', async () => {
  const scenario = await raised()
  const { client, creator } = scenario.parties
  const before = await scenario.milestone()
  expect(before).toMatchObject({
    agreed: { price: 100_000 },
    rounds: 1,
    topUp: {
      state: 'waiting',
      price: { amount: 50_000 },
      clientPays: { amount: 52_500 },
      raised: { amount: 150_000 },
      actions: ['fund-top-up'],
    },
  })
  expect((await scenario.milestone(1, creator)).topUp).toMatchObject({ actions: [], charge: null })
  const [signed] = (await scenario.read()).changeOrders
  expect(signed).toMatchObject({ topUps: { amount: 52_500 } })
  expect(Date.parse(before.topUp?.expiresAt ?? '')).toBe(Date.parse(signed?.endedAt ?? '') + 7 * day)
  await app.runUntilIdle()
  expect(await titlesOf(creator)).toContain('Carla Client signed your change')
  const stranger = await app.createUser('Sam Stranger')
  expect((await app.injectAs(stranger, fundTopUp, payCall(before))).problem?.code).toBe('top-up.not-found')
  expect((await app.injectAs(creator, fundTopUp, payCall(before))).status).toBe(403)

  // A card that fails changes nothing; the next one asks for a code.
  await pay(scenario, 'card_declined')
  await runUntilIdle()
  expect((await scenario.milestone()).topUp).toMatchObject({ state: 'waiting', charge: { failure: 'declined' } })
  expect(await titlesOf(client)).toContain('The top-up for “Part 1” didn’t go through')
  const calls = await Promise.all([pay(scenario, 'card_second_factor'), pay(scenario, 'card_second_factor')])
  expect(calls.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await app.runUntilIdle()
  const { topUp } = await scenario.milestone()
  expect(topUp).toMatchObject({ state: 'paying', charge: { state: 'needs_confirmation', actions: ['confirm'] } })
  expect((await scenario.milestone(1, creator)).topUp?.state).toBe('waiting')
  const params = { id: topUp?.charge?.id ?? '' }
  await app.injectAs(client, confirmCharge, { params, body: { code: sandboxCardCode } })
  await runUntilIdle()
  expect(await scenario.milestone()).toMatchObject({
    agreed: { price: 150_000, clientFee: 7_500, creatorFee: 15_000 },
    rounds: 2,
    topUp: null,
    money: { place: 'protected', amount: { amount: 150_000 } },
  })
  const held = (await app.injectAs(client, listEscrow, {})).reply.items
  expect(held.map(({ amount }) => amount.amount)).toEqual([150_000])
  expect(await titlesOf(creator)).toContain('Top-up paid: “Part 1”')
  const activity = (await app.injectAs(creator, listActivity, { params: { id: scenario.projectId }, query: {} })).reply
  const names = activity.items.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['top-up.requested', 'top-up.paid']))
  expect(names).not.toContain('top-up.payment-failed')

  await scenario.submitVersion()
  await scenario.approve()
  await runUntilIdle()
  expect(await balance(`creator_pending:${creator.id}`)).toBe(135_000)
  expect([await balance(`escrow:${before.id}`), await balance(`fee_deferred:${before.id}`)]).toEqual([0, 0])
  const receipt = (await app.injectAs(client, readReceipt, { params: { id: before.id } })).reply
  expect(receipt).toMatchObject({ total: { amount: 157_500 } })
  expect(receipt.payments?.map(({ amount }) => amount.amount).toSorted((a, b) => a - b)).toEqual([52_500, 105_000])
  expect((await app.injectAs(creator, readReceipt, { params: { id: before.id } })).reply.payments).toBeUndefined()
  await runUntilIdle(6 * day)
  expect(await balance(`creator_available:${creator.id}`)).toBe(135_000)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a top-up that is not paid in 7 days expires after a reminder; a payment at the last moment is taken once or given back', async () => {
  const unpaid = await raised()
  const [racing, closed] = [await raised(), await raised()]
  const { client, creator } = unpaid.parties
  await runUntilIdle(5 * day)
  expect(await titlesOf(client)).toContain('Pay the top-up for “Part 1”')
  expect(await titlesOf(creator)).toContain('The top-up for “Part 1” isn’t paid yet')
  // Another change order takes the place of one whose top-up waits.
  await raise(closed, 120_000)
  expect((await closed.milestone()).topUp).toMatchObject({ state: 'waiting', price: { amount: 20_000 } })
  await app.advance(2 * day - 60_000)
  const call = payCall(await racing.milestone())
  expect((await app.injectAs(racing.parties.client, fundTopUp, call)).status).toBe(200)
  // The capture and the end of the top-up come together.
  await app.advance(60_000)
  await runUntilIdle()
  const raced = await racing.milestone()
  const isPaid = raced.agreed.price === 150_000
  expect([raced.topUp, await balance(`escrow:${raced.id}`)]).toEqual([null, isPaid ? 150_000 : 100_000])
  expect(await balance(`unapplied:${racing.parties.client.id}`)).toBe(0)
  expect(await unpaid.milestone()).toMatchObject({ agreed: { price: 100_000 }, rounds: 1, topUp: null })
  expect((await pay(unpaid)).status).toBe(404)
  expect(await titlesOf(client)).toContain('The top-up for “Part 1” expired')
  expect(await titlesOf(creator)).toContain('The top-up for “Part 1” expired')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a refund over both charges is paid card by card, and ends once the one that failed went to a bank', async () => {
  const scenario = await toppedUp('card_succeeds', 'card_refuses_refunds')
  const { client, creator } = scenario.parties
  await app.stepUp(creator)
  expect((await refund(scenario, 150_000)).reply).toMatchObject({ state: 'refunding' })
  await runUntilIdle()
  const failed = await scenario.milestone()
  const [first] = failed.refunds
  expect(failed.state).toBe('refund_failed')
  expect(first).toMatchObject({ clientGets: { amount: 157_500 }, state: 'failed' })
  // The newest charge first.
  expect(first?.payments.map(({ amount, state, cardLast4 }) => [amount.amount, state, cardLast4])).toEqual([
    [52_500, 'failed', '7726'],
    [105_000, 'paid', '4242'],
  ])
  expect((await scenario.milestone(1, creator)).refunds[0]).toMatchObject({ state: 'requested', payments: [] })
  expect(await balance(`refund_payable:${client.id}`)).toBe(52_500)
  const receipt = (await app.injectAs(client, readReceipt, { params: { id: first?.id ?? '' } })).reply
  expect(receipt.payments?.map(({ amount }) => amount.amount)).toEqual([-52_500, -105_000])
  await app.stepUp(client)
  const to = { holder: 'Carla Client', iban: 'DE89370400440532013000' }
  const id = first?.payments[0]?.id ?? ''
  expect((await app.injectAs(client, redirectRefund, { params: { id }, body: to })).status).toBe(200)
  await runUntilIdle()
  expect(await scenario.milestone()).toMatchObject({ state: 'refunded', refunds: [{ state: 'paid' }] })
  expect(await balance(`refund_payable:${client.id}`)).toBe(0)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a chargeback of the top-up freezes its amount: lost, the milestone goes on with the rest, won, with all of it', async () => {
  const won = await toppedUp('card_succeeds', 'card_chargeback_won')
  const scenario = await toppedUp('card_succeeds', 'card_chargeback_lost')
  const { client, creator } = scenario.parties
  const { id } = await scenario.milestone()
  const wonId = (await won.milestone()).id
  await refund(scenario, 10_000)
  await scenario.submitVersion()
  await runUntilIdle(10 * day)
  expect([await balance(`escrow:${id}`), await balance(`escrow_frozen:${id}`)]).toEqual([100_000, 40_000])
  expect([await balance(`escrow:${wonId}`), await balance(`escrow_frozen:${wonId}`)]).toEqual([100_000, 50_000])
  expect((await refund(won, 10_000)).problem?.code).toBe('milestone.frozen')
  // Approved while the bank decides: the release waits.
  await scenario.approve()
  expect(await scenario.milestone()).toMatchObject({ state: 'approved', chargeback: { state: 'open' } })
  await runUntilIdle(15 * day)
  expect(await scenario.milestone()).toMatchObject({
    state: 'released',
    price: { amount: 100_000 },
    chargeback: null,
    refunds: [{ cause: 'creator' }, { cause: 'chargeback', price: { amount: 40_000 }, state: 'charged_back' }],
  })
  expect(await balance(`creator_pending:${creator.id}`)).toBe(90_000)
  expect(await balance(`refund_payable:${client.id}`)).toBe(0)
  expect([await balance(`escrow:${wonId}`), await balance(`escrow_frozen:${wonId}`)]).toEqual([150_000, 0])
  expect(await won.milestone()).toMatchObject({ chargeback: null, money: { amount: { amount: 150_000 } } })
  await runUntilIdle(6 * day)
  expect(await balance(`creator_available:${creator.id}`)).toBe(90_000)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('paying, refunding and approving at the same time: the money is in one place, or on its way back', async () => {
  for (let round = 0; round < 2; round += 1) {
    const scenario = await raised()
    const { client, creator } = scenario.parties
    await app.stepUp(client)
    await app.stepUp(creator)
    if (round > 0) await scenario.submitVersion()
    const milestone = await scenario.milestone()
    const { id, version: expected } = milestone
    const giveBack = { params: { id }, body: { amount: 100_000, reason: '', expected }, key: randomUUID() }
    await Promise.all([
      app.injectAs(client, fundTopUp, payCall(milestone)),
      app.injectAs(client, fundTopUp, payCall(milestone)),
      app.injectAs(creator, refundMilestone, giveBack),
      app.injectAs(
        client,
        approveMilestone,
        round > 0
          ? scenario.approvalCall(milestone)
          : { ...giveBack, body: { deliverableId: id, hash: 'a'.repeat(64), expected } },
      ),
    ])
    await runUntilIdle()
    const { agreed, state, topUp } = await scenario.milestone()
    const isPaid = agreed.price === 150_000
    expect([topUp, ['refunded', 'released', 'submitted', 'funded'].includes(state)]).toEqual([null, true])
    const whole = (await balance(`escrow:${id}`)) + (await balance(`creator_pending:${creator.id}`))
    const isOver = state === 'refunded' || state === 'released'
    expect(whole).toBe(state === 'refunded' ? 0 : isOver ? (isPaid ? 135_000 : 90_000) : 150_000)
    expect([await balance(`unapplied:${client.id}`), await balance(`refund_payable:${client.id}`)]).toEqual([0, 0])
    expect(await checkLedger(app.deps.db)).toEqual([])
  }
})
