import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { checkLedger } from '../../../platform/ledger/check-ledger.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { deliveredFileReader } from '../deliverables/delivered-asset-access.ts'
import {
  acceptedCommission,
  commissionsApp,
  offerContent,
  uploadImage,
  submittedCommission,
  type CommissionScenario,
} from '../testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

const eventsOf = async (scenario: CommissionScenario, type: string) =>
  (
    await app.deps.db
      .selectFrom('events')
      .select('data')
      .where('project_id', '=', scenario.projectId)
      .where('type', '=', type)
      .execute()
  ).map(({ data }) => data)

test('a payment attempt expires after 15 minutes, and money captured later is posted as unapplied', async () => {
  const scenario = await acceptedCommission(app)
  const { client } = scenario.parties
  const late = await scenario.startPayment()
  await app.advance(16 * minute)
  expect(await scenario.milestone()).toMatchObject({ state: 'awaiting_funding', money: null })
  await scenario.reportCapture(late)
  expect((await scenario.milestone()).state).toBe('awaiting_funding')
  expect(await balanceOf(app.deps.db, `unapplied:${client.id}`, 'EUR')).toBe(105_000)
  expect(await eventsOf(scenario, 'charge.unapplied')).toMatchObject([{ chargeId: late.charge?.id, amount: 105_000 }])
  await scenario.fund()
  expect((await scenario.milestone()).state).toBe('funded')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('only the running attempt with the exact amount funds the milestone, and a repeated capture counts once', async () => {
  const scenario = await acceptedCommission(app)
  const { client } = scenario.parties
  const milestone = await scenario.startPayment()
  await scenario.reportCapture(milestone, { amount: 104_999, chargeId: randomUUID() })
  await scenario.reportCapture(milestone, { amount: 104_999 })
  expect((await scenario.milestone()).state).toBe('funding')
  const other = await acceptedCommission(app)
  const exact = await other.startPayment()
  await other.reportCapture(exact)
  await other.reportCapture(exact)
  expect((await other.milestone()).state).toBe('funded')
  expect(await balanceOf(app.deps.db, `escrow:${exact.id}`, 'EUR')).toBe(100_000)
  expect(await balanceOf(app.deps.db, `unapplied:${other.parties.client.id}`, 'EUR')).toBe(0)
  expect(await balanceOf(app.deps.db, `unapplied:${client.id}`, 'EUR')).toBe(209_998)
})

test('after a declined payment the client can try again', async () => {
  const scenario = await acceptedCommission(app)
  const { id, charge, clientPays } = await scenario.startPayment()
  await app.transact((tx) =>
    appendEvent(tx, {
      type: 'charge.failed',
      subject: { kind: 'charge', id: charge?.id ?? '' },
      actor: null,
      at: app.clock.now(),
      data: { chargeId: charge?.id, milestoneId: id, ...clientPays, reason: 'declined' },
    }),
  )
  await app.runUntilIdle()
  expect((await scenario.milestone()).state).toBe('awaiting_funding')
  expect(await eventsOf(scenario, 'milestone.funding-failed')).toMatchObject([{ reason: 'declined' }])
  await scenario.fund()
  expect((await scenario.milestone()).state).toBe('funded')
})

test('the creator hears of money when it is protected, and nothing of a card that failed before', async () => {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  await scenario.startPayment()
  await app.advance(16 * minute)
  await app.runUntilIdle()
  expect(await eventsOf(scenario, 'milestone.funding-failed')).toMatchObject([{ reason: 'expired' }])
  await scenario.fund()
  const { id } = await scenario.milestone()
  const namesFor = async (user: typeof client) => {
    const params = { id: scenario.projectId }
    const { items } = (await app.injectAs(user, contract.listActivity, { params })).reply
    return items.filter(({ milestoneId }) => milestoneId === id).map(({ name }) => name)
  }
  expect(await namesFor(client)).toEqual([
    'milestone.funded',
    'milestone.funding-started',
    'milestone.funding-expired',
    'milestone.funding-started',
  ])
  expect(await namesFor(creator)).toEqual(['milestone.funded'])
})

test('only the client can approve, and only the submitted version by its hash', async () => {
  const scenario = await submittedCommission(app)
  const { client, creator } = scenario.parties
  const right = scenario.approvalCall(await scenario.milestone())
  const approve = async (more: Partial<typeof right.body>, as = client) =>
    app.injectAs(as, contract.approveMilestone, { ...right, body: { ...right.body, ...more }, key: randomUUID() })
  expect((await approve({}, creator)).problem).toMatchObject({ status: 403, code: 'milestone.not-your-step' })
  expect((await approve({}, await app.createUser())).problem).toMatchObject({
    status: 404,
    code: 'milestone.not-found',
  })
  expect((await approve({ hash: 'b'.repeat(64) })).problem.code).toBe('deliverable.other-version')
  expect((await approve({ deliverableId: randomUUID() })).problem.code).toBe('deliverable.other-version')
  expect((await approve({ expected: 1 })).problem.code).toBe('milestone.stale')
  const keyless = await app.injectAs(client, contract.approveMilestone, {
    params: right.params,
    body: right.body,
    key: null,
  })
  expect(keyless.problem.code).toBe('request.idempotency-key-missing')
  expect(await balanceOf(app.deps.db, `escrow:${right.params.id}`, 'EUR')).toBe(100_000)
})

test('change requests count as rounds and are refused beyond the agreed number', async () => {
  const scenario = await submittedCommission(app)
  const { client } = scenario.parties
  const ask = async (items: string[]) => {
    const { params, body } = scenario.approvalCall(await scenario.milestone())
    return app.injectAs(client, contract.requestChanges, { params, body: { ...body, items } })
  }
  const before = await scenario.milestone()
  const changed = (await ask(['Lower the ceiling', 'Warmer light'])).reply
  expect(changed).toMatchObject({
    state: 'changes_requested',
    round: 1,
    reviewEndsAt: null,
    changes: [{ round: 1, items: [{ text: 'Lower the ceiling' }, { text: 'Warmer light' }] }],
    deliverables: [{ state: 'changes_requested' }],
  })
  expect(changed.dueAt).not.toBe(before.dueAt)
  const resubmitted = await scenario.submitVersion()
  expect(resubmitted.deliverables.map(({ number, state }) => [number, state])).toEqual([
    [1, 'changes_requested'],
    [2, 'submitted'],
  ])
  expect((await ask(['One thing more'])).problem).toMatchObject({
    code: 'milestone.no-rounds-left',
    detail: expect.stringMatching(/\w/),
  })
  await app.advance(15 * day)
  expect((await scenario.milestone()).state).toBe('released')
})

test('a submission is approved automatically when the review window ends, after three recorded reminders', async () => {
  const scenario = await submittedCommission(app, offerContent(app, { reviewWindowDays: 6 }))
  await app.advance(2 * day + minute)
  expect(await eventsOf(scenario, 'milestone.review-reminded')).toMatchObject([{ reminder: 1 }])
  await app.advance(day)
  const { creator } = scenario.parties
  const { id, version: expected } = await scenario.milestone()
  const withdrawn = await app.injectAs(creator, contract.withdrawSubmission, { params: { id }, body: { expected } })
  expect(withdrawn.reply).toMatchObject({ state: 'in_progress', deliverables: [{ state: 'withdrawn' }] })
  await app.advance(10 * day)
  expect((await scenario.milestone()).state).toBe('in_progress')
  await scenario.submitVersion()
  await app.advance(7 * day)
  expect((await scenario.milestone()).state).toBe('released')
  expect((await eventsOf(scenario, 'milestone.review-reminded')).length).toBe(4)
  expect(await eventsOf(scenario, 'milestone.approved')).toMatchObject([{ auto: true }])
  expect(await balanceOf(app.deps.db, `creator_pending:${creator.id}`, 'EUR')).toBe(90_000)
})

test("a version consists of the creator's own images, never changes, and is visible to the two parties only", async () => {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  const { id } = await scenario.milestone()
  const add = async (fileId: string, as = creator) =>
    app.injectAs(as, contract.addDeliverable, { params: { id }, body: { notes: 'Here', fileIds: [fileId] } })
  const mine = await uploadImage(app, creator)
  expect((await add(mine)).problem.code).toBe('milestone.not-in-progress')
  await scenario.fund()
  expect((await add(await uploadImage(app, client))).problem).toMatchObject({
    code: 'file.not-found',
    field: 'fileIds.0',
  })
  expect((await add(await uploadImage(app, client), client)).problem.code).toBe('milestone.not-your-step')
  const added = (await add(mine)).reply
  expect(added).toMatchObject({ state: 'in_progress', deliverables: [{ number: 1, state: 'draft' }] })
  const { db } = app.deps
  const rewrite = db.updateTable('deliverables').set({ notes: 'Other' }).where('milestone_id', '=', id)
  await expect(rewrite.execute()).rejects.toThrow('immutable')
  await expect(db.deleteFrom('deliverable_files').where('file_id', '=', mine).execute()).rejects.toThrow('immutable')
  await scenario.submitVersion()
  expect((await add(mine)).problem.code).toBe('milestone.withdraw-first')
  const accessOf = async (userId: string | null, fileId: string) =>
    deliveredFileReader({ db, file: { id: fileId, ownerId: creator.id }, userId })
  const submitted = (await scenario.milestone()).deliverables.at(-1)?.files[0]?.id ?? ''
  expect([await accessOf(client.id, submitted), await accessOf(creator.id, submitted)]).toEqual(['preview', 'preview'])
  expect([await accessOf((await app.createUser()).id, submitted), await accessOf(null, submitted)]).toEqual([
    'none',
    'none',
  ])
  // The first version was never submitted.
  expect([await accessOf(client.id, mine), await accessOf(creator.id, mine)]).toEqual(['none', 'preview'])
})

test('a milestone and its versions are sent with the steps of their reader, which the API accepts and no others', async () => {
  const scenario = await submittedCommission(app)
  const { client, creator } = scenario.parties
  const actionsFor = async (reader: TestUser) => {
    const { actions, deliverables } = await scenario.milestone(1, reader)
    return [actions, deliverables.map((version) => version.actions)]
  }
  expect(await actionsFor(client)).toEqual([
    ['request-changes', 'approve', 'open-dispute'],
    [['request-changes', 'approve', 'pin', 'pin-change-request']],
  ])
  expect(await actionsFor(creator)).toEqual([
    ['withdraw-submission', 'add-round', 'open-dispute'],
    [['withdraw-submission', 'pin']],
  ])
  const call = scenario.approvalCall(await scenario.milestone())
  await app.stepUp(creator)
  expect((await app.injectAs(creator, contract.approveMilestone, call)).problem.code).toBe('milestone.not-your-step')
  expect((await scenario.approve()).state).toBe('released')
  expect(await actionsFor(client)).toEqual([[], [['pin', 'pin-change-request']]])
  const { version } = await scenario.milestone()
  const late = { ...call, body: { ...call.body, expected: version }, key: randomUUID() }
  expect((await app.injectAs(client, contract.approveMilestone, late)).problem.code).toBe('milestone.not-submitted')
})
