import { createHash, randomUUID } from 'node:crypto'
import { assignCase, changeAdminSettings, listCases, listQueues } from '@veranda/contract/admin/routes.ts'
import * as disputes from '@veranda/contract/commissions/disputes/routes.ts'
import { type Dispute, type OpenDisputeBody } from '@veranda/contract/commissions/disputes/schemas.ts'
import {
  acceptSettlement,
  approveMilestone,
  fundMilestone,
  proposeSettlement,
  refundMilestone,
  withdrawSubmission,
} from '@veranda/contract/commissions/routes.ts'
import { sendMessage } from '@veranda/contract/conversations/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listEscrow, listReceipts } from '@veranda/contract/payments/routes.ts'
import { type Milliseconds, day, hour, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { checkLedger } from '../../../platform/ledger/check-ledger.ts'
import { advanceWithWebhooks } from '../../../testing/payment-webhooks.ts'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { actsAtOnce } from '../../../testing/test-scope.ts'
import { acceptedCommission, type CommissionScenario } from '../testing/commission-scenario.ts'

let app: TestApp
let admin: TestUser
let mails: Mail[] = []
beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail)
  app = await testApp({ gateways: { mail: { send } }, env: { SECOND_ADMIN_ABOVE: '900' } })
  admin = await app.createUser('Sam Support', { adminRoles: ['support'] })
})
afterAll(() => app.close())

const runUntilIdle = (by?: Milliseconds) => advanceWithWebhooks(app, by)

/** Funds the milestone of 1 000.00 EUR, and submits a version; both have stepped up. */
async function inReview(method = 'card_succeeds'): Promise<CommissionScenario> {
  const scenario = await acceptedCommission(app)
  const { id, version: expected } = await scenario.milestone()
  const { client, creator } = scenario.parties
  await app.injectAs(client, fundMilestone, { params: { id }, body: { method, expected }, key: randomUUID() })
  await runUntilIdle()
  await scenario.submitVersion()
  await app.stepUp(client)
  await app.stepUp(creator)
  return scenario
}

const evidence = { text: 'The arch is too low.', assetIds: [], deliverableIds: [], pinIds: [], messageIds: [] }

async function open(by: TestUser, scenario: CommissionScenario, more: Partial<OpenDisputeBody> = {}) {
  return openNow(by, await scenario.milestone(), more)
}
function openNow(
  by: TestUser,
  { id, version: expected }: { id: string; version: number },
  more: Partial<OpenDisputeBody>,
) {
  const amount = more.amount ?? 40_000
  const body = {
    amount,
    reason: 'quality',
    wish: { release: 0, refund: amount },
    ...evidence,
    expected,
    ...more,
  } as const
  return app.injectAs(by, disputes.openDispute, { params: { id }, body, key: randomUUID() })
}
const read = async (by: TestUser, { id }: Dispute) =>
  (await app.injectAs(by, disputes.readDispute, { params: { id } })).reply
const expectedCall = ({ id, version: expected }: Dispute) => ({ params: { id }, body: { expected }, key: randomUUID() })
function offer(by: TestUser, { id, version: expected }: Dispute, release: number, refund: number) {
  const body = { release, refund, reason: 'Half of it is done', expected }
  return app.injectAs(by, disputes.offerTerms, { params: { id }, body, key: randomUUID() })
}
type DecidingRoute = typeof disputes.decideDispute | typeof disputes.decideReview
async function decide(
  by: TestUser,
  { id }: Dispute,
  release: number,
  refund: number,
  route: DecidingRoute = disputes.decideDispute,
) {
  const { version: expected } = (await app.injectAs(by, disputes.readDisputeAsAdmin, { params: { id } })).reply
  const body = { release, refund, reason: 'The arch is as agreed, the textures are not.', expected }
  return app.injectAs(by, route, { params: { id }, body, key: randomUUID() })
}
const review = (by: TestUser, dispute: Dispute, release: number, refund: number) =>
  decide(by, dispute, release, refund, disputes.decideReview)
const waive = async (by: TestUser, dispute: Dispute) =>
  app.injectAs(by, disputes.waiveReview, expectedCall(await read(by, dispute)))
async function ask(by: TestUser, dispute: Dispute) {
  const { version: expected } = await read(by, dispute)
  const body = { reason: 'The textures are in the brief.', expected }
  return app.injectAs(by, disputes.askReview, { params: { id: dispute.id }, body, key: randomUUID() })
}

/** Returns a dispute of 400.00 that an admin decided with 250.00 to the creator and 150.00 back; all have stepped up. */
async function decided(scenario: CommissionScenario): Promise<Dispute> {
  const { client, creator } = scenario.parties
  const dispute = (await open(client, scenario)).reply
  await runUntilIdle(14 * day)
  for (const user of [admin, client, creator]) await app.stepUp(user)
  expect((await decide(admin, dispute, 25_000, 15_000)).reply).toMatchObject({ state: 'reviewable' })
  return dispute
}

const balance = (account: Parameters<typeof balanceOf>[1]) => balanceOf(app.deps.db, account, 'EUR')
const titlesOf = async (user: TestUser) =>
  (await app.injectAs(user, listNotifications, { query: {} })).reply.items.map(({ title }) => title)
const stateOf = async ({ id }: Pick<Dispute, 'id'>) =>
  (await app.deps.db.selectFrom('disputes').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

test('a dispute is mediated, decided by an admin, and the money goes its usual ways to the cent', async () => {
  const scenario = await inReview()
  const { client, creator } = scenario.parties
  const milestone = await scenario.milestone()
  const { id } = milestone
  const { conversationId } = await scenario.read()
  const body = { clientId: randomUUID(), message: 'It is too dark' }
  const sent = await app.injectAs(client, sendMessage, { params: { id: conversationId ?? '' }, body })
  const version = milestone.deliverables[0]
  const named = { deliverableIds: [version?.id ?? ''], messageIds: [sent.reply.id] }
  const dispute = (await open(client, scenario, named)).reply
  expect(dispute).toMatchObject({
    state: 'open',
    viewerRole: 'client',
    evidence: [{ side: 'client', versions: [{ number: 1 }], messages: [{ text: 'It is too dark' }] }],
    caseFile: { offers: [{ isAccepted: true }], versions: [{ number: 1, unmetLimits: [] }] },
    actions: ['offer-terms', 'withdraw-dispute'],
  })
  // What is frozen can be checked: the hash is of the text that is stored.
  const stored = await app.deps.db
    .selectFrom('dispute_evidence')
    .selectAll()
    .where('dispute_id', '=', dispute.id)
    .execute()
  expect(stored.map(({ snapshot }) => createHash('sha256').update(snapshot).digest('hex'))).toEqual([
    dispute.evidence[0]?.hash,
  ])
  expect(await balance(`escrow:${id}`)).toBe(60_000)
  expect(await balance(`escrow_disputed:${id}`)).toBe(40_000)
  const disputed = await scenario.milestone()
  expect(disputed).toMatchObject({
    state: 'disputed',
    actions: [],
    disputes: [{ id: dispute.id, amount: { amount: 40_000 } }],
    money: { place: 'protected', amount: { amount: 100_000 } },
  })
  const protectedMoney = (await app.injectAs(client, listEscrow)).reply.items
  expect(protectedMoney.find((one) => one.milestone?.id === id)?.amount.amount).toBe(100_000)
  // Nothing is approved, not even by the clock.
  const approval = { ...scenario.approvalCall(disputed), body: { ...scenario.approvalCall(milestone).body } }
  expect(await app.injectAs(client, approveMilestone, approval)).toMatchObject({
    problem: { code: 'milestone.disputed' },
  })
  await runUntilIdle(hour)
  expect(await titlesOf(creator)).toContain('Carla Client opened a dispute about “Part 1”')
  expect(JSON.stringify((await app.injectAs(creator, readDashboard)).reply)).toContain('"answer-dispute"')

  const answered = await app.injectAs(creator, disputes.answerDispute, {
    params: { id: dispute.id },
    body: { ...evidence, text: 'It is as drawn.', expected: dispute.version },
    key: randomUUID(),
  })
  expect(answered.reply).toMatchObject({ state: 'mediation', isAnswered: true, evidence: [{}, { side: 'creator' }] })
  const offered = (await offer(creator, answered.reply, 30_000, 10_000)).reply
  const declined = await app.injectAs(client, disputes.declineTerms, expectedCall(offered))
  expect(declined.reply).toMatchObject({ state: 'mediation', terms: [{ state: 'declined' }] })

  const early = await decide(admin, dispute, 1, 1)
  expect(early).toMatchObject({ problem: { code: 'dispute.not-deciding' } })
  await runUntilIdle(14 * day)
  expect(await stateOf(dispute)).toBe('deciding')
  const queues = (await app.injectAs(admin, listQueues)).reply.items
  expect(queues.find(({ queue }) => queue === 'disputes')).toMatchObject({ count: 1 })
  const cases = (await app.injectAs(admin, listCases, { params: { queue: 'disputes' }, query: {} })).reply.items
  expect(cases).toMatchObject([{ id: dispute.id, state: 'deciding', money: { amount: 40_000 } }])
  expect(await decide(admin, dispute, 25_000, 15_000)).toMatchObject({ problem: { code: 'step-up.required' } })
  await app.stepUp(admin)
  expect(await decide(admin, dispute, 25_000, 15_001)).toMatchObject({ problem: { code: 'dispute.shares-invalid' } })
  const first = (await decide(admin, dispute, 25_000, 15_000)).reply
  expect(first).toMatchObject({ state: 'reviewable', award: null, hasSecondAdmin: false })
  // Nothing moves while either side can ask for a review, unless both skip it.
  expect(await balance(`escrow_disputed:${id}`)).toBe(40_000)
  expect((await scenario.milestone()).disputes[0]?.takesEffectAt).toBe(first.decision?.reviewUntil)
  expect((await waive(client, dispute)).reply).toMatchObject({ state: 'reviewable', actions: ['offer-terms'] })
  expect((await waive(creator, dispute)).reply).toMatchObject({
    state: 'decided',
    award: { release: 25_000, refund: 15_000 },
  })
  const entries = (await app.injectAs(admin, disputes.readDisputeAsAdmin, { params: { id: dispute.id } })).reply.entries
  expect(entries.filter(({ kind }) => kind === 'dispute_resolve')).not.toEqual([])
  expect(await balance(`escrow_disputed:${id}`)).toBe(0)
  expect(await balance(`escrow:${id}`)).toBe(60_000)
  expect(await balance(`creator_pending:${creator.id}`)).toBe(22_500)
  expect(await balance(`refund_payable:${client.id}`)).toBe(15_750)
  await runUntilIdle()
  expect(await balance(`refund_payable:${client.id}`)).toBe(0)
  for (const user of [client, creator]) {
    const titles = await titlesOf(user)
    expect(titles).toContain('The dispute about “Part 1” is decided')
    expect(titles).toContain('The decision about “Part 1” took effect')
    expect((await read(user, dispute)).decision?.reason).toBe('The arch is as agreed, the textures are not.')
    const receipts = (await app.injectAs(user, listReceipts, { query: {} })).reply.items
    expect(receipts.length).toBe(2)
  }
  // The review goes on with the rest, its window later by the dispute.
  const back = await scenario.milestone()
  expect(back).toMatchObject({
    state: 'submitted',
    price: { amount: 60_000 },
    releases: [{}],
    refunds: [{ cause: 'dispute' }],
  })
  expect(Date.parse(back.reviewEndsAt ?? '')).toBeGreaterThan(app.clock.now() + 13 * day)
  await scenario.approve()
  await runUntilIdle(5 * day)
  expect(await scenario.milestone()).toMatchObject({ state: 'released' })
  expect(await balance(`creator_available:${creator.id}`)).toBe(90_000 - 13_500)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('silence is followed by mediation, and both can end a dispute by terms that leave nothing', async () => {
  const scenario = await inReview()
  const { client, creator } = scenario.parties
  const dispute = (await open(creator, scenario, { amount: 100_000, wish: { release: 100_000, refund: 0 } })).reply
  expect(Date.parse(dispute.answerBy)).toBeGreaterThanOrEqual(app.clock.now() + 5 * day)
  for (let passed = 0; passed < 8; passed += 1) await runUntilIdle(day)
  expect(await stateOf(dispute)).toBe('mediation')
  expect(await titlesOf(client)).toContain('The dispute about “Part 1” needs your answer')
  expect(await titlesOf(creator)).toContain('The dispute about “Part 1” got no answer')
  await app.stepUp(client)
  await app.stepUp(creator)
  const offered = (await offer(client, await read(client, dispute), 33_333, 66_667)).reply
  const settled = await app.injectAs(creator, disputes.acceptTerms, expectedCall(offered))
  expect(settled.reply).toMatchObject({ state: 'settled', actions: [], award: { release: 33_333, refund: 66_667 } })
  await runUntilIdle(5 * day)
  expect(await scenario.milestone()).toMatchObject({ state: 'split', deliverables: [{ state: 'withdrawn' }] })
  expect(await scenario.read()).toMatchObject({ state: 'completed' })
  expect(await balance(`creator_available:${creator.id}`)).toBe(30_000)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('all of it for the version in review releases the milestone with its original files and one receipt each', async () => {
  const scenario = await inReview()
  const { creator, client } = scenario.parties
  const dispute = (await open(client, scenario, { amount: 100_000 })).reply
  const offered = (await offer(client, dispute, 100_000, 0)).reply
  await app.injectAs(creator, disputes.acceptTerms, expectedCall(offered))
  await runUntilIdle(5 * day)
  expect(await scenario.milestone()).toMatchObject({ state: 'released', deliverables: [{ state: 'approved' }] })
  expect(await balance(`creator_available:${creator.id}`)).toBe(90_000)
  expect((await app.injectAs(client, listReceipts, { query: {} })).reply.items).toHaveLength(1)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('the opener alone withdraws, and the disputed part is protected as before', async () => {
  const scenario = await inReview()
  const { client, creator } = scenario.parties
  const dispute = (await open(client, scenario)).reply
  const stranger = await app.createUser('Sue Stranger')
  expect(await app.injectAs(stranger, disputes.readDispute, { params: { id: dispute.id } })).toMatchObject({
    status: 404,
  })
  expect(await app.injectAs(creator, disputes.withdrawDispute, expectedCall(dispute))).toMatchObject({
    problem: { code: 'dispute.not-your-step' },
  })
  const withdrawn = await app.injectAs(client, disputes.withdrawDispute, expectedCall(dispute))
  expect(withdrawn.reply).toMatchObject({ state: 'withdrawn' })
  expect(await balance(`escrow:${(await scenario.milestone()).id}`)).toBe(100_000)
  // Another one can be opened later.
  expect((await open(creator, scenario)).reply).toMatchObject({ state: 'open', opener: 'creator' })
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('of what others could not see nothing becomes evidence', async () => {
  const scenario = await inReview()
  const other = await inReview()
  const version = (await other.milestone()).deliverables[0]?.id ?? ''
  const { client } = scenario.parties
  expect(await open(client, scenario, { deliverableIds: [version] })).toMatchObject({
    problem: { code: 'dispute.evidence-not-found', field: 'deliverableIds.0' },
  })
  expect(await open(client, scenario, { messageIds: [randomUUID()] })).toMatchObject({
    problem: { field: 'messageIds.0' },
  })
  expect(await open(client, scenario, { assetIds: [randomUUID()] })).toMatchObject({ problem: { field: 'assetIds.0' } })
})

/** Makes the acts in turn, `actsAtOnce` of them at the same moment, of which one has to win. */
async function expectOneWinner(...acts: (() => Promise<{ status: number }>)[]): Promise<void> {
  const calls = Array.from({ length: actsAtOnce }, async (_, index) => acts[index % acts.length]?.())
  const statuses = (await Promise.all(calls)).map((reply) => reply?.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  // Of two hundred some may wait too long for a connection.
  for (const status of statuses) expect([200, 409, 503]).toContain(status)
}

for (const state of ['submitted', 'in_progress'] as const) {
  test(`of approvals, refunds, settlements and disputes at once of a milestone that is ${state} one wins, and the books hold`, async () => {
    const scenario = await inReview()
    const { client, creator } = scenario.parties
    const submitted = await scenario.milestone()
    const { id } = submitted
    const approval = scenario.approvalCall(submitted)
    if (state === 'in_progress') {
      const body = { expected: submitted.version }
      await app.injectAs(creator, withdrawSubmission, { params: { id }, body })
    }
    const current = await scenario.milestone()
    const { version: expected } = current
    const line = { kind: 'shares' as const, milestoneId: id, version: expected, release: 30_000, refund: 70_000 }
    const { reply } = await app.injectAs(creator, proposeSettlement, {
      params: { id: scenario.id },
      body: { lines: [line], endsCommission: false, reason: 'Half of it is done' },
      key: randomUUID(),
    })
    const settlement = reply.settlements.find((one) => one.state === 'open')
    const acceptance = { params: { id: settlement?.id ?? '' }, body: { expected: settlement?.version ?? 0 } }
    const refund = { params: { id }, body: { amount: 60_000, reason: '', expected } }
    await expectOneWinner(
      () => app.injectAs(client, approveMilestone, { ...approval, key: randomUUID() }),
      () => app.injectAs(creator, refundMilestone, { ...refund, key: randomUUID() }),
      () => app.injectAs(client, acceptSettlement, { ...acceptance, key: randomUUID() }),
      () => openNow(client, current, { amount: 100_000 }),
    )
    await runUntilIdle()
    const left = {
      pending: await balance(`creator_pending:${creator.id}`),
      escrow: await balance(`escrow:${id}`),
      disputed: await balance(`escrow_disputed:${id}`),
      refunded: (await scenario.milestone()).refunds.reduce((sum, one) => sum + one.clientGets.amount, 0),
    }
    const outcomes: Record<string, typeof left> = {
      released: { pending: 90_000, escrow: 0, disputed: 0, refunded: 0 },
      in_progress: { pending: 0, escrow: 40_000, disputed: 0, refunded: 63_000 },
      split: { pending: 27_000, escrow: 0, disputed: 0, refunded: 73_500 },
      disputed: { pending: 0, escrow: 0, disputed: 100_000, refunded: 0 },
    }
    expect(left).toEqual(outcomes[(await scenario.milestone()).state])
    expect(await checkLedger(app.deps.db)).toEqual([])
  })
}

test('of accepting, withdrawing and deciding at once one ends the dispute', async () => {
  const scenario = await inReview()
  const { client, creator } = scenario.parties
  const dispute = (await open(client, scenario)).reply
  await runUntilIdle(14 * day)
  await Promise.all([client, creator, admin].map((user) => app.stepUp(user)))
  const offered = (await offer(client, await read(client, dispute), 20_000, 20_000)).reply
  const { version: expected } = offered
  const decision = { release: 40_000, refund: 0, reason: 'All of it is as agreed.', expected }
  await expectOneWinner(
    () => app.injectAs(creator, disputes.acceptTerms, expectedCall(offered)),
    () => app.injectAs(client, disputes.withdrawDispute, expectedCall(offered)),
    () =>
      app.injectAs(admin, disputes.decideDispute, { params: { id: dispute.id }, body: decision, key: randomUUID() }),
    () => app.injectAs(creator, disputes.declineTerms, expectedCall(offered)),
  )
  await runUntilIdle()
  expect(await balance(`escrow_disputed:${(await scenario.milestone()).id}`)).toBe(
    ['deciding', 'reviewable'].includes(await stateOf(dispute)) ? 40_000 : 0,
  )
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a second admin confirms or replaces the decision of the first, who cannot, and the money moves once', async () => {
  const scenario = await inReview()
  const { client, creator } = scenario.parties
  const dispute = await decided(scenario)
  const { id } = await scenario.milestone()
  expect(await app.injectAs(client, disputes.withdrawDispute, expectedCall(await read(client, dispute)))).toMatchObject(
    {
      problem: { code: 'dispute.not-withdrawable' },
    },
  )
  expect(await review(admin, dispute, 25_000, 15_000)).toMatchObject({ problem: { code: 'dispute.not-reviewing' } })
  const asked = await Promise.all([ask(client, dispute), ask(creator, dispute)])
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const waiting = { params: { queue: 'disputes' }, query: {} } as const
  const cases = (await app.injectAs(admin, listCases, waiting)).reply.items
  expect(cases.map((one) => one.id)).toContain(dispute.id)
  const take = { params: { queue: 'disputes' }, body: { caseId: dispute.id, from: null, to: 'me' } } as const
  expect((await app.injectAs(admin, assignCase, take)).reply).toMatchObject({ owner: { id: admin.id } })
  expect(await review(admin, dispute, 25_000, 15_000)).toMatchObject({ problem: { code: 'dispute.same-admin' } })
  const asFirst = (await app.injectAs(admin, disputes.readDisputeAsAdmin, { params: { id: dispute.id } })).reply
  expect(asFirst).toMatchObject({ state: 'reviewing', actions: [], hasSecondAdmin: false })
  const others = await Promise.all(['Olga', 'Otto'].map((name) => app.createUser(name, { adminRoles: ['support'] })))
  const [second, third] = others
  if (!second || !third) throw new Error('there are two')
  expect(await review(second, dispute, 25_000, 15_000)).toMatchObject({ problem: { code: 'step-up.required' } })
  for (const other of others) await app.stepUp(other)
  const reviewed = await Promise.all([review(second, dispute, 10_000, 30_000), review(third, dispute, 20_000, 20_000)])
  expect(new Set(reviewed.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const award = (await read(client, dispute)).award ?? { release: 0, refund: 0 }
  expect([10_000, 20_000]).toContain(award.release)
  expect(award.release + award.refund).toBe(40_000)
  expect(await balance(`escrow_disputed:${id}`)).toBe(0)
  expect(await balance(`creator_pending:${creator.id}`)).toBe((award.release * 9) / 10)
  await runUntilIdle()
  for (const user of [client, creator]) {
    expect(await titlesOf(user)).toContain('The review of the decision about “Part 1” is done')
    expect((await read(user, dispute)).review).toMatchObject({ reason: 'The textures are in the brief.', outcome: {} })
  }
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('of a settlement, the review and its deadline at once one ends the dispute, and a review in no time changes nothing', async () => {
  const scenario = await inReview()
  const { client, creator } = scenario.parties
  const second = await app.createUser('Rita Reviewer', { adminRoles: ['owner'] })
  const dispute = await decided(scenario)
  await ask(creator, dispute)
  await runUntilIdle(14 * day - hour)
  for (const user of [second, client, creator]) await app.stepUp(user)
  const offered = (await offer(client, await read(client, dispute), 20_000, 20_000)).reply
  const results = await Promise.all([
    app.injectAs(creator, disputes.acceptTerms, expectedCall(offered)),
    review(second, dispute, 0, 40_000),
    runUntilIdle(hour).then(() => ({ status: 0 })),
  ])
  expect(results.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  const { state, award } = await read(client, dispute)
  const shares = `${state} ${award?.release}`
  expect(['settled 20000', 'decided 0', 'decided 25000']).toContain(shares)
  expect(await balance(`escrow_disputed:${(await scenario.milestone()).id}`)).toBe(0)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('of two disputes that reach the queue together admins of its roles get one mail, and one before each date, unless they turn them off', async () => {
  const scenarios = [await inReview(), await inReview()]
  const finance = await app.createUser('Fay Finance', { adminRoles: ['finance'] })
  const quiet = await app.createUser('Quinn Quiet', { adminRoles: ['support'] })
  await app.injectAs(quiet, changeAdminSettings, { body: { caseMails: false } })
  const ids: string[] = []
  for (const scenario of scenarios) ids.push((await open(scenario.parties.client, scenario)).reply.id)
  await runUntilIdle(14 * day)
  mails = []
  await runUntilIdle(10 * minute)
  const cases = (to: TestUser) =>
    mails.filter((mail) => mail.to === to.email && ids.some((id) => mail.text.includes(`/admin/disputes/${id}`)))
  expect(cases(admin)).toHaveLength(1)
  for (const id of ids) expect(cases(admin)[0]?.text).toContain(id)
  expect(cases(admin)[0]?.subject).toMatch(/^\d+ new cases: Disputes$/)
  expect([...cases(finance), ...cases(quiet)]).toEqual([])
  await app.stepUp(admin)
  mails = []
  await runUntilIdle(13 * day)
  expect(cases(admin).map(({ subject }) => subject)).toEqual([
    '1 case is due soon: Disputes',
    '1 case is due soon: Disputes',
  ])
})

test('above the limit a decision waits for a second admin, of whom one wins, and moves nothing by itself', async () => {
  const scenario = await inReview()
  const { client, creator } = scenario.parties
  const dispute = (await open(client, scenario, { amount: 100_000 })).reply
  await runUntilIdle(14 * day)
  const others = await Promise.all(['Una', 'Uwe'].map((name) => app.createUser(name, { adminRoles: ['support'] })))
  for (const user of [admin, client, creator, ...others]) await app.stepUp(user)
  const asAdmin = async () =>
    (await app.injectAs(admin, disputes.readDisputeAsAdmin, { params: { id: dispute.id } })).reply
  const confirm = async (by: TestUser) => {
    const { version: expected } = await asAdmin()
    const call = { params: { id: dispute.id }, body: { reason: 'I agree.', expected }, key: randomUUID() }
    return app.injectAs(by, disputes.confirmDecision, call)
  }
  expect((await decide(admin, dispute, 60_000, 40_000)).reply).toMatchObject({
    state: 'deciding',
    decision: null,
    pending: { by: { id: admin.id }, shares: { release: 60_000, refund: 40_000 } },
    actions: ['drop-decision'],
  })
  const queue = { params: { queue: 'confirmations' }, query: {} } as const
  const cases = (await app.injectAs(admin, listCases, queue)).reply.items
  expect(cases).toMatchObject([{ id: dispute.id, money: { amount: 100_000 } }])
  // The two sides learn nothing of it.
  expect(await read(client, dispute)).toMatchObject({ state: 'deciding', decision: null })
  expect(await confirm(admin)).toMatchObject({ problem: { code: 'dispute.same-admin' } })
  await runUntilIdle(7 * day)
  expect((await asAdmin()).pending).toBeNull()
  for (const user of [admin, ...others]) await app.stepUp(user)
  await decide(admin, dispute, 60_000, 40_000)
  const confirmed = await Promise.all(others.map(confirm))
  expect(new Set(confirmed.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await asAdmin()).toMatchObject({ state: 'reviewable', decidedBy: { id: admin.id }, confirmedBy: {} })
  await runUntilIdle(7 * day)
  expect(await stateOf(dispute)).toBe('decided')
  expect(await scenario.milestone()).toMatchObject({ state: 'split' })
  expect((await app.injectAs(admin, listCases, queue)).reply.items).toEqual([])
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a decision takes effect after 7 days in silence, and both are reminded a day before', async () => {
  const scenario = await inReview()
  const { client, creator } = scenario.parties
  const dispute = await decided(scenario)
  await runUntilIdle(6 * day)
  expect(await titlesOf(creator)).toContain('The decision about “Part 1” takes effect soon')
  expect(await stateOf(dispute)).toBe('reviewable')
  await runUntilIdle(day)
  expect(await stateOf(dispute)).toBe('decided')
  expect(await ask(client, dispute)).toMatchObject({ problem: { code: 'dispute.not-reviewable' } })
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a chargeback ends the dispute, and all that is in escrow freezes', async () => {
  const scenario = await inReview('card_charges_back')
  const { client } = scenario.parties
  const dispute = (await open(client, scenario)).reply
  await runUntilIdle(4 * day)
  const { id } = await scenario.milestone()
  expect(await stateOf(dispute)).toBe('closed')
  expect(await balance(`escrow_frozen:${id}`)).toBe(100_000)
  expect(await balance(`escrow_disputed:${id}`)).toBe(0)
  expect(await checkLedger(app.deps.db)).toEqual([])
})
