import { randomUUID } from 'node:crypto'
import {
  acceptSettlement,
  claimRefund,
  counterSettlement,
  declineSettlement,
  fundMilestone,
  giveNotice,
  proposeSettlement,
  readProject,
  refundMilestone,
  withdrawSettlement,
} from '@veranda/contract/commissions/routes.ts'
import { type ProposeSettlementBody } from '@veranda/contract/commissions/settlements/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listEscrow, listReceipts, readReceipt } from '@veranda/contract/payments/routes.ts'
import { type Milliseconds, day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { checkLedger } from '../../../platform/ledger/check-ledger.ts'
import { advanceWithWebhooks } from '../../../testing/payment-webhooks.ts'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { acceptedCommission, type CommissionScenario, offerContent } from '../testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const runUntilIdle = (by?: Milliseconds) => advanceWithWebhooks(app, by)

/** Funds the first milestone of 1 000.00 EUR; both have stepped up. The others wait for their funding. */
async function funded(amounts = [100_000], method = 'card_succeeds'): Promise<CommissionScenario> {
  const scenario = await acceptedCommission(app, offerContent(app, {}, amounts))
  const { id, version: expected } = await scenario.milestone()
  const { client, creator } = scenario.parties
  await app.injectAs(client, fundMilestone, { params: { id }, body: { method, expected }, key: randomUUID() })
  await runUntilIdle()
  await app.stepUp(client)
  await app.stepUp(creator)
  return scenario
}

type Line = ProposeSettlementBody['lines'][number]

async function shares(scenario: CommissionScenario, release: number, refund: number, number = 1): Promise<Line> {
  const { id: milestoneId, version } = await scenario.milestone(number)
  return { kind: 'shares', milestoneId, version, release, refund }
}
async function cancelled(scenario: CommissionScenario, number: number): Promise<Line> {
  const { id: milestoneId, version } = await scenario.milestone(number)
  return { kind: 'cancel', milestoneId, version }
}

function propose(by: TestUser, { id }: { id: string }, lines: Line[], more: Partial<ProposeSettlementBody> = {}) {
  const body = { lines, endsCommission: false, reason: 'Half of it is done', ...more }
  return app.injectAs(by, proposeSettlement, { params: { id }, body, key: randomUUID() })
}
const openOf = ({ settlements }: Commission) => {
  const open = settlements.find(({ state }) => state === 'open')
  if (!open) throw new Error('no settlement is open')
  return open
}
function accept(by: TestUser, { id, version: expected }: { id: string; version: number }) {
  return app.injectAs(by, acceptSettlement, { params: { id }, body: { expected }, key: randomUUID() })
}

const balance = (account: Parameters<typeof balanceOf>[1]) => balanceOf(app.deps.db, account, 'EUR')
const titlesOf = async (user: TestUser) =>
  (await app.injectAs(user, listNotifications, { query: {} })).reply.items.map(({ title }) => title)

test('a part to each side moves once the other side signs; the rest goes on, matures and ends to the cent', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  const proposed = (await propose(client, scenario, [await shares(scenario, 33_333, 20_000)])).reply
  const open = openOf(proposed)
  expect(open).toMatchObject({
    by: 'client',
    reason: 'Half of it is done',
    lines: [
      {
        released: { price: { amount: 33_333 }, creator: { amount: 30_000 } },
        refunded: { price: { amount: 20_000 }, client: { amount: 21_000 } },
      },
    ],
    actions: ['withdraw-settlement'],
  })
  expect(proposed.actions).not.toContain('propose-settlement')
  // Nothing has moved.
  expect(await balance(`creator_pending:${creator.id}`)).toBe(0)
  const waiting = (await app.injectAs(creator, readDashboard)).reply
  expect(JSON.stringify(waiting)).toContain('"answer-settlement"')
  expect(openOf(await scenario.read(creator)).actions).toEqual([
    'accept-settlement',
    'decline-settlement',
    'counter-settlement',
  ])

  const settled = (await accept(creator, open)).reply
  expect(settled).toMatchObject({
    state: 'active',
    settlements: [{ state: 'accepted', actions: [] }],
    milestones: [{ state: 'funded', price: { amount: 46_667 }, releases: [{ creatorGets: { amount: 30_000 } }] }],
  })
  const { id } = await scenario.milestone()
  expect(await balance(`creator_pending:${creator.id}`)).toBe(30_000)
  expect(await balance(`refund_payable:${client.id}`)).toBe(21_000)
  expect(await balance(`escrow:${id}`)).toBe(46_667)
  await runUntilIdle()
  expect(await balance(`refund_payable:${client.id}`)).toBe(0)
  const waitingMoney = (await app.injectAs(creator, listEscrow)).reply.items
  expect(waitingMoney.map(({ milestone, amount, place }) => [milestone?.id, amount.amount, place])).toEqual([
    [id, 30_000, 'pending'],
    [id, 46_667, 'protected'],
  ])
  expect(await titlesOf(creator)).toContain('Carla Client proposes a settlement')
  expect(await titlesOf(client)).toContain('Pia Maker accepted your settlement')

  // The released part matures five days later; the rest is approved, and matures by itself.
  await runUntilIdle(5 * day)
  expect(await balance(`creator_available:${creator.id}`)).toBe(30_000)
  await scenario.submitVersion()
  await scenario.approve()
  await runUntilIdle(5 * day)
  expect(await scenario.milestone()).toMatchObject({ state: 'released', price: { amount: 80_000 } })
  expect(await balance(`creator_available:${creator.id}`)).toBe(72_000)
  expect([await balance(`escrow:${id}`), await balance(`fee_deferred:${id}`)]).toEqual([0, 0])
  expect(await checkLedger(app.deps.db)).toEqual([])

  // Each side has a receipt for each part, with its own number.
  for (const [user, sums] of [
    [client, [49_000, -21_000, 35_000]],
    [creator, [42_000, -18_000, 30_000]],
  ] as const) {
    const { items } = (await app.injectAs(user, listReceipts, { query: {} })).reply
    expect(items.map(({ total }) => total.amount).toSorted((a, b) => a - b)).toEqual(sums.toSorted((a, b) => a - b))
    expect(new Set(items.map(({ number }) => number)).size).toBe(3)
    const [part] = (await scenario.milestone()).releases
    const receipt = (await app.injectAs(user, readReceipt, { params: { id: part?.id ?? '' } })).reply
    expect(receipt).toMatchObject({ kind: 'payment', total: { amount: sums[2] } })
    expect((await app.injectAs(user, readReceipt, { params: { id } })).reply.total.amount).toBe(sums[0])
  }
})

test('the rest of what a settlement released a part of is given back at once or by right, and ends the commission', async () => {
  for (const end of ['refund', 'claim'] as const) {
    const scenario = await funded()
    const { client, creator } = scenario.parties
    await accept(creator, openOf((await propose(client, scenario, [await shares(scenario, 30_000, 0)])).reply))
    await runUntilIdle()
    const { id, version: expected, due } = await scenario.milestone()
    const call = (as: TestUser, route: typeof giveNotice | typeof claimRefund, version: number) =>
      app.injectAs(as, route, { params: { id }, body: { expected: version }, key: randomUUID() })
    if (end === 'refund') {
      const body = { amount: 70_000, reason: 'I fell ill', expected }
      await app.injectAs(creator, refundMilestone, { params: { id }, body, key: randomUUID() })
    } else {
      await runUntilIdle(Date.parse(due.refundRightAt ?? '') - app.clock.now())
      const { version, due: noticed } = (await call(client, giveNotice, expected)).reply
      await runUntilIdle(Date.parse(noticed.noticeEndsAt ?? '') - app.clock.now())
      await app.stepUp(client)
      expect((await call(client, claimRefund, version)).status).toBe(200)
    }
    const refunds = [{ price: { amount: 70_000 }, cause: end === 'refund' ? 'creator' : 'claim' }]
    expect(await scenario.milestone()).toMatchObject({ state: 'split', refunds })
    expect((await scenario.read(client)).state).toBe('completed')
    await runUntilIdle()
    expect(await scenario.milestone()).toMatchObject({ state: 'split', refunds: [{ state: 'paid' }] })
    expect([await balance(`escrow:${id}`), await balance(`fee_deferred:${id}`)]).toEqual([0, 0])
    expect(await balance(`refund_payable:${client.id}`)).toBe(0)
    expect(await checkLedger(app.deps.db)).toEqual([])
  }
})

test('the other side counters, and the author of the first proposal signs that one; a decline and a withdrawal move nothing', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  const first = openOf((await propose(client, scenario, [await shares(scenario, 10_000, 0)])).reply)
  const call = {
    params: { id: first.id },
    body: {
      lines: [await shares(scenario, 20_000, 0)],
      endsCommission: false,
      reason: 'It was more',
      expected: first.version,
    },
  }
  expect((await app.injectAs(client, counterSettlement, { ...call, key: randomUUID() })).problem?.code).toBe(
    'settlement.not-your-step',
  )
  const countered = (await app.injectAs(creator, counterSettlement, { ...call, key: randomUUID() })).reply
  const second = openOf(countered)
  expect(second).toMatchObject({ by: 'creator', formerId: first.id, number: 2 })
  expect(countered.settlements.map(({ state }) => state)).toEqual(['open', 'countered'])
  expect((await accept(creator, first)).problem?.code).toBe('settlement.not-open')
  expect((await accept(creator, second)).problem?.code).toBe('settlement.not-your-step')
  const declined = await app.injectAs(client, declineSettlement, {
    params: { id: second.id },
    body: { reason: 'Too much', expected: second.version },
  })
  expect(declined.reply.settlements[0]).toMatchObject({ state: 'declined', answer: 'Too much' })
  const third = openOf((await propose(creator, scenario, [await shares(scenario, 0, 5_000)])).reply)
  const withdrawn = await app.injectAs(creator, withdrawSettlement, {
    params: { id: third.id },
    body: { expected: third.version },
  })
  expect(withdrawn.reply.settlements[0]?.state).toBe('withdrawn')
  await runUntilIdle()
  expect(await titlesOf(client)).toEqual(
    expect.arrayContaining(['Pia Maker made another proposal', 'Pia Maker withdrew a settlement']),
  )
  expect(await titlesOf(creator)).toContain('Carla Client declined your settlement')
  expect(await balance(`escrow:${(await scenario.milestone()).id}`)).toBe(100_000)
})

test('only the two sides see and answer a settlement, and large sums are given up after a step-up only', async () => {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  await app.injectAs(client, fundMilestone, {
    params: { id: (await scenario.milestone()).id },
    body: { method: 'card_succeeds', expected: (await scenario.milestone()).version },
    key: randomUUID(),
  })
  await runUntilIdle()
  const stranger = await app.createUser('Sam Stranger')
  expect((await propose(stranger, scenario, [await shares(scenario, 1, 1)])).status).toBe(404)
  expect((await propose(client, scenario, [await shares(scenario, 50_001, 0)])).problem?.code).toBe('step-up.required')
  const open = openOf((await propose(client, scenario, [await shares(scenario, 0, 60_000)])).reply)
  expect((await accept(stranger, open)).status).toBe(404)
  expect((await accept(creator, open)).problem?.code).toBe('step-up.required')
  await app.stepUp(creator)
  expect((await accept(creator, open)).status).toBe(200)
  await runUntilIdle()
})

test('a settlement is out of date once its milestone changed, and another one can be proposed', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  const open = openOf((await propose(client, scenario, [await shares(scenario, 10_000, 0)])).reply)
  await scenario.submitVersion()
  expect((await scenario.read()).settlements[0]).toMatchObject({ state: 'outdated', actions: [] })
  expect((await accept(creator, open)).problem?.code).toBe('settlement.not-open')
  const next = openOf((await propose(client, scenario, [await shares(scenario, 10_000, 20_000)])).reply)
  const before = await scenario.milestone()
  const after = (await accept(creator, next)).reply.milestones[0]
  // A version in review stays in review, for as long as before.
  expect(after).toMatchObject({ state: 'submitted', reviewEndsAt: before.reviewEndsAt })
  await runUntilIdle()
  expect((await scenario.approve()).state).toBe('released')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a settlement that no one answers is reminded of after 11 days and expires after 14', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  const open = openOf((await propose(client, scenario, [await shares(scenario, 10_000, 0)])).reply)
  await runUntilIdle(11 * day)
  expect(await titlesOf(creator)).toContain('A settlement needs your answer')
  expect((await scenario.read()).settlements[0]?.state).toBe('open')
  await runUntilIdle(3 * day)
  expect((await scenario.read()).settlements[0]?.state).toBe('expired')
  expect((await accept(creator, open)).problem?.code).toBe('settlement.not-open')
  for (const user of [client, creator]) expect(await titlesOf(user)).toContain('A settlement expired')
})

test('a running commission ends together: each funded milestone to the last cent, and the others are cancelled', async () => {
  const scenario = await funded([100_000, 40_000])
  const { client, creator } = scenario.parties
  const all = { endsCommission: true }
  const rest = await propose(client, scenario, [await shares(scenario, 30_000, 70_000)], all)
  expect(rest.problem?.code).toBe('settlement.milestone-missing')
  const lines = [await shares(scenario, 30_001, 69_999), await cancelled(scenario, 2)]
  const open = openOf((await propose(client, scenario, lines, all)).reply)
  const ended = (await accept(creator, open)).reply
  expect(ended.milestones.map(({ state }) => state)).toEqual(['split', 'cancelled'])
  // Something was released, so there is something to review.
  expect(ended.state).toBe('completed')
  await runUntilIdle(5 * day)
  expect(await balance(`creator_available:${creator.id}`)).toBe(27_001)
  expect(await scenario.milestone()).toMatchObject({
    state: 'split',
    price: { amount: 30_001 },
    clientPays: { amount: 31_501 },
    refunds: [{ state: 'paid', clientGets: { amount: 73_499 } }],
    money: { place: 'available', amount: { amount: 27_001 } },
  })
  const { id } = await scenario.milestone()
  expect([await balance(`escrow:${id}`), await balance(`fee_deferred:${id}`)]).toEqual([0, 0])
  const project = (await app.injectAs(client, readProject, { params: { id: scenario.projectId } })).reply
  expect(project.actions).toContain('propose-completion')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a commission that ends with refunds alone is cancelled once they are paid; a card that refuses one is tried again', async () => {
  const scenario = await funded([100_000], 'card_refuses_refunds')
  const { client, creator } = scenario.parties
  const lines = [await shares(scenario, 0, 100_000)]
  const open = openOf((await propose(creator, scenario, lines, { endsCommission: true })).reply)
  const ended = (await accept(client, open)).reply
  expect(ended).toMatchObject({ state: 'active', milestones: [{ state: 'refunding' }] })
  await runUntilIdle()
  expect((await scenario.milestone()).state).toBe('refund_failed')
  expect(await balance(`refund_payable:${client.id}`)).toBe(105_000)

  const other = await funded()
  const whole = openOf((await propose(other.parties.creator, other, [await shares(other, 0, 100_000)])).reply)
  await accept(other.parties.client, whole)
  await runUntilIdle()
  expect(await other.read()).toMatchObject({ state: 'cancelled', milestones: [{ state: 'refunded' }] })
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('what was released in part is frozen with the rest when the card charges back', async () => {
  const scenario = await funded([100_000], 'card_charges_back')
  const { client, creator } = scenario.parties
  const open = openOf((await propose(client, scenario, [await shares(scenario, 40_000, 0)])).reply)
  await accept(creator, open)
  await runUntilIdle(4 * day)
  const { id } = await scenario.milestone()
  expect(await balance(`escrow_frozen:${id}`)).toBe(60_000)
  expect(await balance(`creator_frozen:${creator.id}`)).toBe(36_000)
  const frozen = await propose(client, scenario, [await shares(scenario, 1, 1)])
  expect(frozen.problem?.code).toBe('milestone.frozen')
  await runUntilIdle(5 * day)
  expect(await balance(`creator_available:${creator.id}`)).toBe(0)
  expect(await checkLedger(app.deps.db)).toEqual([])
})
