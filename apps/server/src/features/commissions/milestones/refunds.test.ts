import { randomUUID } from 'node:crypto'
import { fundMilestone, readProject, refundMilestone } from '@veranda/contract/commissions/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listReceipts, readReceipt, redirectRefund } from '@veranda/contract/payments/routes.ts'
import { type Milliseconds, day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { checkLedger } from '../../../platform/ledger/check-ledger.ts'
import { advanceWithWebhooks } from '../../../testing/payment-webhooks.ts'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { actsAtOnce } from '../../../testing/test-scope.ts'
import { acceptedCommission, type CommissionScenario } from '../testing/commission-scenario.ts'

const iban = 'DE89370400440532013000'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const runUntilIdle = (by?: Milliseconds) => advanceWithWebhooks(app, by)

/** Funds the first milestone of 1 000.00 EUR with a card. */
async function funded(method = 'card_succeeds'): Promise<CommissionScenario> {
  const scenario = await acceptedCommission(app)
  const { id, version: expected } = await scenario.milestone()
  await app.injectAs(scenario.parties.client, fundMilestone, {
    params: { id },
    body: { method, expected },
    key: randomUUID(),
  })
  await runUntilIdle()
  return scenario
}

async function refund(
  scenario: CommissionScenario,
  amount: number,
  { by = scenario.parties.creator, reason = 'We agreed on less' }: { by?: TestUser; reason?: string } = {},
) {
  const { id, version: expected } = await scenario.milestone()
  return app.injectAs(by, refundMilestone, {
    params: { id },
    body: { amount, reason, expected },
    key: randomUUID(),
  })
}

const balance = (account: Parameters<typeof balanceOf>[1]) => balanceOf(app.deps.db, account, 'EUR')
const titlesOf = async (user: TestUser) =>
  (await app.injectAs(user, listNotifications, { query: {} })).reply.items.map(({ title }) => title)

test('the creator gives a part back: the client gets it with their fee, the rest is released later to the cent', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  const part = (await refund(scenario, 33_333)).reply
  expect(part).toMatchObject({
    state: 'funded',
    price: { amount: 66_667 },
    clientPays: { amount: 70_000 },
    creatorReceives: { amount: 60_000 },
    refunds: [{ price: { amount: 33_333 }, creatorLoses: { amount: 30_000 }, state: 'requested' }],
  })
  const { id } = part
  expect(await balance(`refund_payable:${client.id}`)).toBe(35_000)
  await runUntilIdle()
  expect(await scenario.milestone()).toMatchObject({
    state: 'funded',
    refunds: [{ clientGets: { amount: 35_000 }, state: 'paid', reason: 'We agreed on less' }],
    money: { place: 'protected', amount: { amount: 66_667 } },
  })
  expect((await scenario.milestone()).history.filter(({ state }) => state === 'funded')).toHaveLength(1)
  expect(await balance(`refund_payable:${client.id}`)).toBe(0)
  await scenario.submitVersion()
  await scenario.approve()
  await runUntilIdle()
  expect(await balance(`creator_pending:${creator.id}`)).toBe(60_000)
  expect([await balance(`escrow:${id}`), await balance(`fee_deferred:${id}`)]).toEqual([0, 0])
  expect(await titlesOf(client)).toContain('Pia Maker refunded a part of “Part 1”')
  expect(await checkLedger(app.deps.db)).toEqual([])

  // Each side has one receipt for the refund and one for the release, each with its own number.
  for (const [user, paid, back] of [
    [client, 70_000, -35_000],
    [creator, 60_000, -30_000],
  ] as const) {
    const { items } = (await app.injectAs(user, listReceipts, { query: {} })).reply
    expect(items.map(({ kind, total }) => [kind, total.amount])).toEqual([
      ['payment', paid],
      ['refund', back],
    ])
    expect(new Set(items.map(({ number }) => number)).size).toBe(2)
    const receipt = (await app.injectAs(user, readReceipt, { params: { id: part.refunds[0]?.id ?? '' } })).reply
    expect(receipt.lines.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(back)
    expect((await app.injectAs(user, readReceipt, { params: { id } })).reply.kind).toBe('payment')
  }
})

test('a refund of all of it ends the milestone once it is paid, and with the last one the commission', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  await app.stepUp(creator)
  expect((await refund(scenario, 100_000)).reply).toMatchObject({ state: 'refunding', actions: [] })
  await runUntilIdle()
  expect(await scenario.milestone()).toMatchObject({ state: 'refunded', money: null, price: { amount: 100_000 } })
  const project = (await app.injectAs(client, readProject, { params: { id: scenario.projectId } })).reply
  // Nothing was released, so there is nothing to review.
  expect(project.commissions[0]?.state).toBe('cancelled')
  expect(await balance(`creator_pending:${creator.id}`)).toBe(0)
  expect(await titlesOf(client)).toContain('Pia Maker refunded “Part 1”')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('only the creator refunds, at most what is in escrow, before a version is submitted, and large sums after a step-up', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  const codeOf = async (reply: ReturnType<typeof refund>) => {
    const { status, problem } = await reply
    return [status, problem?.code]
  }
  expect(await codeOf(refund(scenario, 10_000, { by: client }))).toEqual([403, 'milestone.not-your-step'])
  expect(await codeOf(refund(scenario, 10_000, { by: await app.createUser('Sam Stranger') }))).toEqual([
    404,
    'milestone.not-found',
  ])
  expect(await codeOf(refund(scenario, 100_001))).toEqual([422, 'refund.amount-invalid'])
  expect(await codeOf(refund(scenario, 0))).toEqual([422, 'refund.amount-invalid'])
  expect(await codeOf(refund(scenario, 50_001))).toEqual([403, 'step-up.required'])
  await app.stepUp(creator)
  await scenario.submitVersion()
  expect(await codeOf(refund(scenario, 50_001))).toEqual([409, 'milestone.not-in-progress'])
  expect(await balance(`refund_payable:${client.id}`)).toBe(0)
})

test('of several refunds at once exactly as much leaves escrow as was in it', async () => {
  const scenario = await funded()
  const { creator } = scenario.parties
  await app.stepUp(creator)
  const { id, version: expected } = await scenario.milestone()
  const replies = await Promise.all(
    Array.from({ length: actsAtOnce }, () =>
      app.injectAs(creator, refundMilestone, {
        params: { id },
        body: { amount: 60_000, reason: '', expected },
        key: randomUUID(),
      }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  // Of two hundred some may wait too long for a connection.
  for (const { status } of replies) expect([200, 409, 503]).toContain(status)
  await runUntilIdle()
  expect((await scenario.milestone()).money?.amount.amount).toBe(40_000)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a refund that the card refuses is sent again, and then to a bank account of the client', async () => {
  const scenario = await funded('card_refuses_refunds')
  const { client, creator } = scenario.parties
  await app.stepUp(creator)
  await refund(scenario, 100_000)
  await runUntilIdle()
  const failed = await scenario.milestone()
  expect(failed).toMatchObject({ state: 'refund_failed', refunds: [{ state: 'failed', actions: ['redirect'] }] })
  // What the client's card does is not shown to the creator.
  const hidden = await scenario.milestone(1, creator)
  expect(hidden).toMatchObject({ state: 'refunding', refunds: [{ state: 'requested', actions: [] }] })
  expect(hidden.history.at(-1)?.state).toBe('refunding')
  expect(await titlesOf(client)).toContain('Your card refused a refund')
  expect(await balance(`refund_payable:${client.id}`)).toBe(105_000)
  const id = failed.refunds[0]?.id ?? ''
  const row = () => app.deps.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await runUntilIdle(day)
  expect(await row()).toMatchObject({ state: 'failed', attempt: 2 })
  const redirect = (as: TestUser, to = iban) =>
    app.injectAs(as, redirectRefund, { params: { id }, body: { holder: 'Carla Client', iban: to } })
  expect((await redirect(creator)).status).toBe(404)
  expect((await redirect(client, 'DE00')).problem?.code).toBe('payout-account.iban-invalid')
  expect((await redirect(client)).problem?.code).toBe('step-up.required')
  await app.stepUp(client)
  expect((await redirect(client)).status).toBe(200)
  await runUntilIdle()
  expect(await scenario.milestone()).toMatchObject({
    state: 'refunded',
    refunds: [{ state: 'paid', bankLast4: '3000' }],
  })
  expect((await redirect(client)).problem?.code).toBe('refund.not-failed')
  expect(await balance(`refund_payable:${client.id}`)).toBe(0)
  // Nothing is sent again when the time of the next attempt comes.
  await runUntilIdle(11 * day)
  expect(await row()).toMatchObject({ state: 'paid', attempt: 3 })
  expect(await app.deps.db.selectFrom('sandbox_payout_accounts').selectAll().execute()).toEqual([])
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('what was refunded is not charged back as well', async () => {
  const scenario = await funded('card_charges_back')
  const { id } = await scenario.milestone()
  await refund(scenario, 40_000)
  await runUntilIdle()
  await runUntilIdle(4 * day)
  expect(await balance('chargeback_receivable')).toBe(63_000)
  expect(await balance(`escrow_frozen:${id}`)).toBe(60_000)
  expect((await refund(scenario, 10_000)).problem?.code).toBe('milestone.frozen')
  expect(await checkLedger(app.deps.db)).toEqual([])
})
