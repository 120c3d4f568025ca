import { listAuditEntries } from '@veranda/contract/admin/routes.ts'
import {
  lookUp,
  lookUpEntries,
  lookUpMilestone,
  lookUpProject,
  lookUpUser,
} from '@veranda/contract/admin/look-ups/routes.ts'
import { fundMilestone, listProjects, readProject } from '@veranda/contract/commissions/routes.ts'
import { confirmCharge, listEscrow, readReceipt } from '@veranda/contract/payments/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { type Milliseconds, day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../platform/ledger/balances.ts'
import { checkLedger } from '../../platform/ledger/check-ledger.ts'
import { type TestApp, testApp, type TestUser } from '../../testing/test-app.ts'
import { acceptedCommission } from './testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Runs until idle, including the sandbox payment provider's webhooks. */
async function runUntilIdle(by: Milliseconds = 0): Promise<void> {
  await app.advance(by)
  const { payments } = app.deps.gateways
  if (!('sendDueWebhooks' in payments)) throw new Error('expected the sandbox payment provider')
  const send = async ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) => {
    const call = { method: 'POST' as const, url: '/api/payments/webhook', headers: { ...headers }, payload: body }
    return (await app.app.http.inject(call)).statusCode
  }
  while ((await payments.sendDueWebhooks(send)) > 0) await app.runUntilIdle()
}

test('with all features a milestone is paid, held in escrow, released and available after five days', async () => {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  await scenario.startPayment()
  await runUntilIdle()
  expect(await scenario.milestone()).toMatchObject({
    state: 'funded',
    charge: { state: 'captured' },
    money: { place: 'protected', amount: { amount: 100_000 } },
  })
  await scenario.submitVersion()
  const released = await scenario.approve()
  await runUntilIdle()
  const project = (await app.injectAs(creator, readProject, { params: { id: scenario.projectId } })).reply
  expect(project.conversationId).not.toBeNull()
  const [commission] = project.commissions
  expect(commission).toMatchObject({ state: 'completed', conversationId: project.conversationId })
  const pending = commission?.milestones[0]?.money
  expect(pending).toMatchObject({ place: 'pending', amount: { amount: 90_000 } })
  const releasedAt = Date.parse(released.history.at(-1)?.at ?? '')
  expect(Date.parse(pending?.movesAt ?? '')).toBe(releasedAt + 5 * day)
  await runUntilIdle(3 * day)
  await runUntilIdle(2 * day + minute)
  expect((await scenario.milestone()).money).toMatchObject({ place: 'available', movesAt: null })
  const { money } = (await app.injectAs(creator, readDashboard)).reply
  expect(money).toMatchObject([{ protected: { amount: 0 }, pending: { amount: 0 }, available: { amount: 90_000 } }])
  expect((await app.injectAs(client, readDashboard)).reply.pendingOnMe).toMatchObject([{ action: 'write-review' }])
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a chargeback freezes the escrow, and a later approval releases nothing', async () => {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  const { id, version: expected } = await scenario.milestone()
  const call = { params: { id }, body: { method: 'card_charges_back', expected }, key: 'back' }
  await app.injectAs(client, fundMilestone, call)
  await runUntilIdle()
  expect((await scenario.milestone()).state).toBe('funded')
  await runUntilIdle(4 * day)
  const { db } = app.deps
  expect(await balanceOf(db, `escrow_frozen:${id}`, 'EUR')).toBe(100_000)
  expect((await scenario.milestone()).money).toMatchObject({ place: 'protected', amount: { amount: 100_000 } })
  for (const party of [client, creator]) {
    const flag = { state: 'open', amount: { amount: 105_000 }, decidedAt: null }
    expect((await scenario.milestone(1, party)).chargeback).toMatchObject(flag)
    expect((await app.injectAs(party, listEscrow)).reply.items).toMatchObject([{ chargeback: flag, movesAt: null }])
    expect((await app.injectAs(party, listProjects, { query: {} })).reply.items).toMatchObject([{ isFrozen: true }])
  }
  await scenario.submitVersion()
  expect((await scenario.approve()).state).toBe('approved')
  await runUntilIdle()
  expect(await balanceOf(db, `creator_pending:${creator.id}`, 'EUR')).toBe(0)
  expect(await checkLedger(db)).toEqual([])
})

/** Funds the first milestone with a test card. */
async function fundedBy(method: string, options?: Parameters<typeof acceptedCommission>[1]) {
  const scenario = await acceptedCommission(app, options)
  const { id, version: expected } = await scenario.milestone()
  const call = { params: { id }, body: { method, expected }, key: `fund-${id}` }
  await app.injectAs(scenario.parties.client, fundMilestone, call)
  await runUntilIdle()
  return scenario
}

test('what was approved while frozen is released once the bank decides for the creator', async () => {
  const scenario = await fundedBy('card_chargeback_won')
  await runUntilIdle(4 * day)
  const { id } = await scenario.milestone()
  await scenario.submitVersion()
  expect((await scenario.approve()).state).toBe('approved')
  await runUntilIdle(21 * day)
  expect(await scenario.milestone()).toMatchObject({ state: 'released', money: { place: 'pending' } })
  expect(await balanceOf(app.deps.db, `escrow_frozen:${id}`, 'EUR')).toBe(0)
  await runUntilIdle(6 * day)
  expect((await scenario.milestone()).money).toMatchObject({ place: 'available', amount: { amount: 90_000 } })
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a milestone whose chargeback is lost before the release is charged back, and ends its commission', async () => {
  const scenario = await fundedBy('card_chargeback_lost')
  await runUntilIdle(11 * day)
  expect(await scenario.milestone()).toMatchObject({ state: 'funded' })
  await runUntilIdle(14 * day)
  expect(await scenario.milestone()).toMatchObject({ state: 'charged_back', money: null, actions: [] })
  const project = (await app.injectAs(scenario.parties.client, readProject, { params: { id: scenario.projectId } }))
    .reply
  expect(project.commissions[0]?.state).toBe('cancelled')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a freeze stops the due date and the time in escrow, and the end of it lets both go on', async () => {
  const scenario = await fundedBy('card_chargeback_won')
  await runUntilIdle(4 * day)
  const { id } = await scenario.milestone()
  const stepOf = () =>
    app.deps.db.selectFrom('milestones').select(['due_step', 'frozen']).where('id', '=', id).executeTakeFirstOrThrow()
  await runUntilIdle(19 * day)
  const stopped = await stepOf()
  expect(stopped.frozen).toBe(true)
  await runUntilIdle(2 * day)
  await runUntilIdle(60 * day)
  expect(await stepOf()).toMatchObject({ frozen: false })
  // Nothing was ever submitted, so that the escrow went back on day 75.
  expect((await scenario.milestone()).state).toBe('refunded')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('the milestone shows what its client may do with the charge, and to both parties where their receipt is', async () => {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  const { id, version: expected } = await scenario.milestone()
  const call = { params: { id }, body: { method: 'card_second_factor', expected }, key: 'second-factor' }
  expect((await app.injectAs(client, fundMilestone, call)).reply.charge).toMatchObject({
    state: 'created',
    actions: [],
  })
  await runUntilIdle()
  const { charge, receiptUrl } = await scenario.milestone()
  expect([charge?.actions, receiptUrl]).toEqual([['confirm'], null])
  expect((await scenario.milestone(1, creator)).charge).toBeNull()
  const code = { params: { id: charge?.id ?? '' }, body: { code: '123456' } }
  expect((await app.injectAs(client, confirmCharge, code)).status).toBe(200)
  await runUntilIdle()
  expect((await scenario.milestone()).charge).toMatchObject({ state: 'captured', failure: null, actions: [] })
  expect((await app.injectAs(client, confirmCharge, code)).reply).toMatchObject({ state: 'captured', actions: [] })
  await scenario.submitVersion()
  await scenario.approve()
  await runUntilIdle()
  for (const party of [client, creator]) {
    expect((await scenario.milestone(1, party)).receiptUrl).toBe(`/payment/receipts/${id}`)
    expect((await app.injectAs(party, readReceipt, { params: { id } })).status).toBe(200)
  }
})

test('an admin opens a milestone, its project and its creator down to the entries that each balance is the sum of', async () => {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  await scenario.startPayment()
  await runUntilIdle()
  await scenario.submitVersion()
  const { id } = await scenario.approve()
  await runUntilIdle()
  const finance = await app.createUser('Fay Finance', { adminRoles: ['finance'] })
  const milestone = (await app.injectAs(finance, lookUpMilestone, { params: { id } })).reply
  expect(milestone).toMatchObject({ state: 'released', price: { amount: 100_000 }, client: { id: client.id } })
  expect(milestone.charges.map(({ money }) => money.amount)).toEqual([105_000])
  const sumOf = (rows: readonly { debit: number; credit: number }[]) =>
    rows.reduce((sum, { debit, credit }) => sum + credit - debit, 0)
  expect(milestone.entries.length).toBeGreaterThan(4)
  expect(sumOf(milestone.entries)).toBe(0)
  const project = (await app.injectAs(finance, lookUpProject, { params: { id: scenario.projectId } })).reply
  expect(project.milestones).toMatchObject([{ id, held: { amount: 0 } }])
  const found = (await app.injectAs(finance, lookUpUser, { params: { id: creator.id } })).reply
  expect([found.email, found.work?.projects.map((one) => one.id)]).toEqual([creator.email, [scenario.projectId]])
  const balances = found.work?.balances ?? []
  expect(balances).toContainEqual({
    account: `creator_pending:${creator.id}`,
    money: { amount: 90_000, currency: 'EUR' },
  })
  for (const { account, money } of balances) {
    const query = { account, currency: money.currency }
    const page = (await app.injectAs(finance, lookUpEntries, { query })).reply
    expect(page.balance).toEqual(money)
    // What the platform owes grows on the credit side.
    expect(sumOf(page.items)).toBe(money.amount)
  }
})

test('a look-up finds by email or id what the roles of the admin may open, and leaves a row in the audit log', async () => {
  const { parties, projectId } = await acceptedCommission(app)
  const { client } = parties
  const [owner, moderator] = [
    await app.createUser('Olga Owner', { adminRoles: ['owner'] }),
    await app.createUser('Mona Moderator', { adminRoles: ['moderator'] }),
  ]
  const find = async (admin: TestUser, q: string, kind?: 'user') => {
    const query = { q, ...(kind && { kind }) }
    return (await app.injectAs(admin, lookUp, { query })).reply.items.map((found) => [found.kind, found.id])
  }
  expect(await find(owner, ` ${client.email.toUpperCase()}`)).toEqual([['user', client.id]])
  const address = `https://veranda.test/users/${client.id}/projects/${projectId}?tab=all`
  expect(await find(owner, address)).toEqual([
    ['project', projectId],
    ['user', client.id],
  ])
  expect(await find(moderator, address)).toEqual([['user', client.id]])
  expect(await find(owner, 'nobody@veranda.test')).toEqual([])
  const params = { id: client.id }
  for (let time = 0; time < 2; time += 1) {
    const read = (await app.injectAs(moderator, lookUpUser, { params })).reply
    expect(read).toMatchObject({ email: client.email, work: null })
  }
  const unknown = await app.injectAs(owner, lookUpProject, { params: { id: client.id } })
  expect([unknown.status, unknown.problem.code]).toEqual([404, 'project.not-found'])
  const query = { userId: client.id, action: 'admin.' }
  const rows = (await app.injectAs(owner, listAuditEntries, { query })).reply.items
  expect(rows.map(({ action, actor }) => [action, actor?.name])).toEqual([
    ['admin.looked-up', 'Mona Moderator'],
    ['admin.searched', 'Mona Moderator'],
    ['admin.searched', 'Olga Owner'],
    ['admin.searched', 'Olga Owner'],
  ])
  // What was typed may be the address of someone without an account.
  expect(rows.some(({ data }) => data.includes('@'))).toBe(false)
})
