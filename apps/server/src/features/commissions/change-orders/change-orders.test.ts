import { randomUUID } from 'node:crypto'
import {
  acceptChangeOrder,
  approveMilestone,
  counterChangeOrder,
  declineChangeOrder,
  fundMilestone,
  listActivity,
  moveDueDate,
  proposeChangeOrder,
  readCommission,
  withdrawChangeOrder,
} from '@veranda/contract/commissions/routes.ts'
import { type ProposeChangeOrderBody } from '@veranda/contract/commissions/change-orders/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { after, day, toIso } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '../../../platform/ledger/check-ledger.ts'
import { advanceWithWebhooks } from '../../../testing/payment-webhooks.ts'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { acceptedCommission, type CommissionScenario, offerContent } from '../testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Funds the first milestone; the others wait for their funding. */
async function active(amounts = [100_000, 50_000]): Promise<CommissionScenario> {
  const scenario = await acceptedCommission(app, offerContent(app, {}, amounts))
  await pay(scenario, 1)
  return scenario
}
async function pay(scenario: CommissionScenario, number: number): Promise<void> {
  const { id, version: expected } = await scenario.milestone(number)
  const call = { params: { id }, body: { method: 'card_succeeds', expected }, key: randomUUID() }
  await app.injectAs(scenario.parties.client, fundMilestone, call)
  await advanceWithWebhooks(app)
}

type Terms = ProposeChangeOrderBody['milestones'][number]
const changeable = ['awaiting_funding', 'funded', 'in_progress', 'changes_requested', 'submitted']
const termsOf = ({
  id,
  version,
  title,
  description,
  agreed,
  dueAt,
  limits,
  rounds,
  extraRounds,
}: Milestone): Terms => ({
  ref: { milestoneId: id, version },
  title,
  description,
  amount: agreed.price,
  dueAt,
  limits,
  reviewRounds: rounds - extraRounds,
})
/** Returns the contract as it is, with these changes to its milestones by number, and more. */
async function bodyOf(
  scenario: CommissionScenario,
  changes: Record<number, Partial<Terms> | 'drop'>,
  added: Partial<Terms>[] = [],
): Promise<ProposeChangeOrderBody> {
  const { milestones, offers, acceptedOfferId } = await scenario.read()
  const content = offers.find(({ id }) => id === acceptedOfferId)?.content
  if (!content) throw new Error('expected a contract')
  const open = milestones.filter(({ state }) => changeable.includes(state))
  const fresh = { ref: null, description: '', amount: 20_000, reviewRounds: 2, limits: null }
  return {
    scope: content.scope,
    rights: content.rights,
    reason: 'The garden belongs to it',
    milestones: [
      ...open.flatMap((one): Terms[] => {
        const change = changes[one.number]
        return change === 'drop' ? [] : [{ ...termsOf(one), ...change }]
      }),
      ...added.map((one) => ({ ...fresh, title: 'Garden', dueAt: toIso(after(app.clock.now(), 40 * day)), ...one })),
    ],
    dropped: open
      .filter(({ number }) => changes[number] === 'drop')
      .map(({ id: milestoneId, version }) => ({ milestoneId, version })),
  }
}

async function propose(by: TestUser, scenario: CommissionScenario, body: ProposeChangeOrderBody) {
  const call = { params: { id: scenario.id }, body, key: randomUUID() }
  return openOf((await app.injectAs(by, proposeChangeOrder, call)).reply)
}
function openOf({ changeOrders }: Commission) {
  const open = changeOrders.find(({ state }) => state === 'open')
  if (!open) throw new Error('no change order is open')
  return open
}
type Order = ReturnType<typeof openOf>
const accept = (by: TestUser, { id, hash, version: expected }: Order) =>
  app.injectAs(by, acceptChangeOrder, { params: { id }, body: { hash, expected }, key: randomUUID() })
const codeOf = ({ problem }: { problem: { code: string } | undefined }) => problem?.code
const titlesOf = async (user: TestUser) =>
  (await app.injectAs(user, listNotifications, { query: {} })).reply.items.map(({ title }) => title)
const statesOf = async (scenario: CommissionScenario) => (await scenario.read()).changeOrders.map(({ state }) => state)

test('a signed change order is the contract: its milestones change, one is dropped and one is added', async () => {
  const scenario = await active([100_000, 50_000, 30_000])
  const { client, creator } = scenario.parties
  const later = toIso(after(app.clock.now(), 30 * day))
  const limits = { maxTriangles: 5_000, maxTextureEdge: null, maxTextures: null, maxBytes: null }
  const changes = {
    1: { title: 'Lobby and stairs', dueAt: later, reviewRounds: 3 },
    2: { amount: 66_667, limits: { ...limits, format: null, size: null, frameRate: null } },
    3: 'drop' as const,
  }
  const body = {
    ...(await bodyOf(scenario, changes, [{}])),
    scope: 'A lobby with a garden',
    rights: 'exclusive-licence' as const,
  }
  const order = await propose(creator, scenario, body)
  expect(order).toMatchObject({
    by: 'creator',
    reason: 'The garden belongs to it',
    before: { scope: 'A lobby one can walk through', milestones: [{}, { amount: 50_000 }, { amount: 30_000 }] },
    content: {
      milestones: [{ amount: 100_000, reviewRounds: 3 }, { amount: 66_667 }, { amount: 20_000, reviewRounds: 2 }],
    },
    origins: [0, 1, null],
    fees: { price: { amount: 186_667 } },
    // 5 % on 666.67 is 33.33.
    clientPaysLater: { amount: 66_667 + 3_333 + 20_000 + 1_000 },
    actions: ['withdraw-change-order'],
  })
  expect((await scenario.milestone(2)).price.amount).toBe(50_000)
  await app.runUntilIdle()
  expect(await titlesOf(client)).toContain('Pia Maker proposes a change to the contract')
  expect(JSON.stringify((await app.injectAs(client, readDashboard)).reply)).toContain('"answer-change-order"')
  expect((await scenario.read(creator)).actions).not.toContain('propose-change-order')

  const signed = (await accept(client, order)).reply
  const inForce = signed.offers.find(({ id }) => id === signed.acceptedOfferId)
  expect(inForce).toMatchObject({
    number: 2,
    by: 'creator',
    hash: order.hash,
    content: { scope: 'A lobby with a garden' },
  })
  expect(signed.currentOfferId).toBe(signed.acceptedOfferId)
  expect(signed.milestones).toMatchObject([
    { number: 1, title: 'Lobby and stairs', dueAt: later, rounds: 3, state: 'funded', price: { amount: 100_000 } },
    {
      number: 2,
      price: { amount: 66_667 },
      clientPays: { amount: 70_000 },
      limits: { maxTriangles: 5_000 },
      rounds: 1,
    },
    { number: 3, state: 'cancelled' },
    { number: 4, title: 'Garden', state: 'awaiting_funding', rounds: 2, price: { amount: 20_000 } },
  ])
  expect(signed.changeOrders).toMatchObject([{ state: 'accepted', actions: [] }])
  await app.runUntilIdle()
  expect(await titlesOf(creator)).toContain('Carla Client signed your change')
  const activity = (await app.injectAs(creator, listActivity, { params: { id: scenario.projectId }, query: {} })).reply
  expect(activity.items.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['change-order.proposed', 'change-order.accepted', 'milestone.cancelled']),
  )

  // What was changed and added is paid at its new price.
  await pay(scenario, 2)
  await pay(scenario, 4)
  expect((await scenario.milestone(2)).money).toMatchObject({ place: 'protected', amount: { amount: 66_667 } })
  expect((await scenario.milestone(4)).money).toMatchObject({ place: 'protected', amount: { amount: 20_000 } })
  expect(await checkLedger(app.deps.db)).toEqual([])

  // The next one begins with what is in force now.
  const next = await propose(client, scenario, await bodyOf(scenario, { 4: { reviewRounds: 4 } }))
  expect(next.before).toMatchObject({ scope: 'A lobby with a garden', milestones: [{}, {}, { title: 'Garden' }] })
  expect(next.content.milestones[2]).toMatchObject({ reviewRounds: 4 })
})

test('what a funded milestone may not do is refused with the field, and nothing is stored', async () => {
  const scenario = await active()
  const { client } = scenario.parties
  const run = async (changes: Parameters<typeof bodyOf>[1], added?: Partial<Terms>[], more: object = {}) => {
    const body = { ...(await bodyOf(scenario, changes, added)), ...more }
    return app.injectAs(client, proposeChangeOrder, { params: { id: scenario.id }, body, key: randomUUID() })
  }
  expect((await run({ 1: { amount: 99_999 } })).problem).toMatchObject({
    code: 'change-order.price-lower',
    field: 'milestones.0.amount',
  })
  expect(codeOf(await run({ 1: 'drop' }))).toBe('change-order.funded-dropped')
  expect(codeOf(await run({}))).toBe('change-order.unchanged')
  expect(codeOf(await run({}, [{}], { milestones: [] }))).toBe('change-order.milestone-missing')
  expect(await statesOf(scenario)).toEqual([])
  const stranger = await app.createUser('Sam Stranger')
  const call = { params: { id: scenario.id }, body: await bodyOf(scenario, {}, [{}]), key: randomUUID() }
  expect(codeOf(await app.injectAs(stranger, proposeChangeOrder, call))).toBe('commission.not-found')
  const open = await propose(client, scenario, await bodyOf(scenario, {}, [{}]))
  expect(codeOf(await accept(stranger, open))).toBe('change-order.not-found')
  expect(codeOf(await accept(client, open))).toBe('change-order.not-your-step')
  expect(codeOf(await accept(scenario.parties.creator, { ...open, hash: 'b'.repeat(64) }))).toBe(
    'change-order.other-version',
  )
  const hashOnly = { params: { id: scenario.id } }
  expect((await app.injectAs(stranger, readCommission, hashOnly)).status).toBe(404)
})

test('it is countered, declined, withdrawn, and expires after a reminder; the contract stays', async () => {
  const scenario = await active()
  const { client, creator } = scenario.parties
  const first = await propose(creator, scenario, await bodyOf(scenario, {}, [{}]))
  const body = { ...(await bodyOf(scenario, {}, [{ amount: 10_000 }])), reason: 'For less', expected: first.version }
  const call = { params: { id: first.id }, body, key: randomUUID() }
  const counter = openOf((await app.injectAs(client, counterChangeOrder, call)).reply)
  expect(counter).toMatchObject({
    by: 'client',
    formerId: first.id,
    content: { milestones: [{}, {}, { amount: 10_000 }] },
  })
  const decline = { params: { id: counter.id }, body: { reason: 'Too little', expected: counter.version } }
  await app.injectAs(creator, declineChangeOrder, decline)
  const third = await propose(client, scenario, await bodyOf(scenario, {}, [{}]))
  await app.injectAs(client, withdrawChangeOrder, { params: { id: third.id }, body: { expected: third.version } })
  const fourth = await propose(client, scenario, await bodyOf(scenario, {}, [{}]))
  await advanceWithWebhooks(app, 11 * day)
  expect(await titlesOf(creator)).toContain('A change to the contract needs your answer')
  await advanceWithWebhooks(app, 3 * day)
  expect(await statesOf(scenario)).toEqual(['expired', 'withdrawn', 'declined', 'countered'])
  expect((await scenario.read()).changeOrders[2]).toMatchObject({ answer: 'Too little' })
  expect(codeOf(await accept(creator, fourth))).toBe('change-order.not-open')
  expect(await titlesOf(client)).toEqual(
    expect.arrayContaining(['A change to the contract expired', 'Pia Maker proposes a change to the contract']),
  )
  expect((await scenario.read()).offers).toHaveLength(1)
})

test('it is out of date once a milestone that it changes changes, and not when another one does', async () => {
  const scenario = await active()
  const { client, creator } = scenario.parties
  const untouched = await propose(creator, scenario, await bodyOf(scenario, { 2: { amount: 60_000 } }))
  const move = async () => {
    const { id, version: expected, dueAt } = await scenario.milestone(1)
    const body = { dueAt: toIso(after(Date.parse(dueAt) as never, day)), expected }
    await app.injectAs(client, moveDueDate, { params: { id }, body })
  }
  await move()
  expect(await statesOf(scenario)).toEqual(['open'])
  await accept(client, untouched)
  const touched = await propose(creator, scenario, await bodyOf(scenario, { 1: { reviewRounds: 5 } }))
  await move()
  expect(await statesOf(scenario)).toEqual(['outdated', 'accepted'])
  expect(codeOf(await accept(client, touched))).toBe('change-order.not-open')
  // The end of the commission ends it too.
  const last = await active([70_000])
  await last.submitVersion()
  await propose(last.parties.creator, last, await bodyOf(last, {}, [{}]))
  await last.approve()
  expect(await last.read()).toMatchObject({ state: 'completed', changeOrders: [{ state: 'outdated' }] })
})

test('signing, paying, approving and withdrawing at the same time: what does not fit is refused', async () => {
  for (let round = 0; round < 4; round += 1) {
    const scenario = await active()
    const { client, creator } = scenario.parties
    await scenario.submitVersion()
    await app.stepUp(client)
    const order = await propose(
      creator,
      scenario,
      await bodyOf(scenario, { 1: { reviewRounds: 4 }, 2: { amount: 60_000 } }),
    )
    const [first, second] = [await scenario.milestone(1), await scenario.milestone(2)]
    const approval = scenario.approvalCall(first)
    const funding = {
      params: { id: second.id },
      body: { method: 'card_succeeds', expected: second.version },
      key: randomUUID(),
    }
    const results = await Promise.all([
      accept(client, order),
      app.injectAs(client, fundMilestone, funding),
      app.injectAs(client, approveMilestone, approval),
      app.injectAs(creator, withdrawChangeOrder, { params: { id: order.id }, body: { expected: order.version } }),
      accept(client, order),
    ])
    const [signed, funded, approved, withdrawn, again] = results.map(({ status }) => status < 300)
    expect([signed, again].filter(Boolean).length).toBeLessThanOrEqual(1)
    const isSigned = signed === true || again === true
    // Each of them takes the others' ground: the first one wins.
    expect(isSigned && (funded || approved || withdrawn)).toBe(false)
    await advanceWithWebhooks(app)
    const { milestones, changeOrders } = await scenario.read()
    expect(changeOrders[0]?.state === 'accepted').toBe(isSigned)
    const paid = milestones[1]
    expect(paid?.agreed.price).toBe(isSigned ? 60_000 : 50_000)
    if (funded) expect(paid?.money).toMatchObject({ place: 'protected', amount: { amount: 50_000 } })
    expect(await checkLedger(app.deps.db)).toEqual([])
  }
})
