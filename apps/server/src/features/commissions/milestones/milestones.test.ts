import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../../ledger/balances.ts'
import { checkLedger } from '../../../ledger/check.ts'
import { append } from '../../../log/append.ts'
import { type TestApp } from '../../../testing/test-app.ts'
import { deliveredFiles } from '../deliverables/may-read-delivered.ts'
import { accepted, commissionsApp, content, picture, submitted, type Story } from '../testing/story.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

const eventsOf = async (story: Story, type: string) =>
  (
    await app.deps.db
      .selectFrom('events')
      .select('data')
      .where('project_id', '=', story.projectId)
      .where('type', '=', type)
      .execute()
  ).map(({ data }) => data)

test('an attempt to pay gives up after 15 minutes, and money that comes later is kept aside', async () => {
  const story = await accepted(app)
  const { client } = story.people
  const late = await story.startPayment()
  await app.advance(16 * minute)
  expect(await story.milestone()).toMatchObject({ state: 'awaiting_funding', money: null })
  await story.captured(late)
  expect((await story.milestone()).state).toBe('awaiting_funding')
  expect(await balanceOf(app.deps.db, `unapplied:${client.id}`, 'EUR')).toBe(105_000)
  expect(await eventsOf(story, 'charge.unapplied')).toMatchObject([{ chargeId: late.charge?.id, amount: 105_000 }])
  await story.fund()
  expect((await story.milestone()).state).toBe('funded')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('only the running attempt, to the unit, funds; the same capture told twice counts once', async () => {
  const story = await accepted(app)
  const { client } = story.people
  const milestone = await story.startPayment()
  await story.captured(milestone, { amount: 104_999, chargeId: randomUUID() })
  await story.captured(milestone, { amount: 104_999 })
  expect((await story.milestone()).state).toBe('funding')
  const other = await accepted(app)
  const exact = await other.startPayment()
  await other.captured(exact)
  await other.captured(exact)
  expect((await other.milestone()).state).toBe('funded')
  expect(await balanceOf(app.deps.db, `held:${exact.id}`, 'EUR')).toBe(100_000)
  expect(await balanceOf(app.deps.db, `unapplied:${other.people.client.id}`, 'EUR')).toBe(0)
  expect(await balanceOf(app.deps.db, `unapplied:${client.id}`, 'EUR')).toBe(209_998)
})

test('a declined payment leads back to where another can be tried', async () => {
  const story = await accepted(app)
  const { id, charge, clientPays } = await story.startPayment()
  await app.transact((tx) =>
    append(tx, {
      type: 'charge.failed',
      subject: { kind: 'charge', id: charge?.id ?? '' },
      actor: null,
      at: app.clock.now(),
      data: { chargeId: charge?.id, milestoneId: id, ...clientPays, reason: 'declined' },
    }),
  )
  await app.settle()
  expect((await story.milestone()).state).toBe('awaiting_funding')
  expect(await eventsOf(story, 'milestone.funding-failed')).toMatchObject([{ reason: 'declined' }])
  await story.fund()
  expect((await story.milestone()).state).toBe('funded')
})

test('nobody but the client approves, and only the version before them by its hash', async () => {
  const story = await submitted(app)
  const { client, creator } = story.people
  const right = story.approval(await story.milestone())
  const approve = async (more: Partial<typeof right.body>, as = client) =>
    app.injectAs(as, contract.approveMilestone, { ...right, body: { ...right.body, ...more }, key: randomUUID() })
  expect((await approve({}, creator)).problem).toMatchObject({ status: 403, code: 'milestone.not-your-step' })
  expect((await approve({}, await app.person())).problem).toMatchObject({ status: 404, code: 'milestone.not-found' })
  expect((await approve({ hash: 'b'.repeat(64) })).problem.code).toBe('deliverable.other-version')
  expect((await approve({ deliverableId: randomUUID() })).problem.code).toBe('deliverable.other-version')
  expect((await approve({ expected: 1 })).problem.code).toBe('milestone.stale')
  const keyless = await app.injectAs(client, contract.approveMilestone, {
    params: right.params,
    body: right.body,
    key: null,
  })
  expect(keyless.problem.code).toBe('request.idempotency-key-missing')
  expect(await balanceOf(app.deps.db, `held:${right.params.id}`, 'EUR')).toBe(100_000)
})

test('changes are counted in rounds, and beyond the agreed ones refused', async () => {
  const story = await submitted(app)
  const { client } = story.people
  const ask = async (items: string[]) => {
    const { params, body } = story.approval(await story.milestone())
    return app.injectAs(client, contract.requestChanges, { params, body: { ...body, items } })
  }
  const before = await story.milestone()
  const changed = (await ask(['Lower the ceiling', 'Warmer light'])).reply
  expect(changed).toMatchObject({
    state: 'changes_requested',
    round: 1,
    reviewEndsAt: null,
    changes: [{ round: 1, items: [{ text: 'Lower the ceiling' }, { text: 'Warmer light' }] }],
    deliverables: [{ state: 'changes_requested' }],
  })
  expect(changed.dueAt).not.toBe(before.dueAt)
  const again = await story.deliver()
  expect(again.deliverables.map(({ number, state }) => [number, state])).toEqual([
    [1, 'changes_requested'],
    [2, 'submitted'],
  ])
  expect((await ask(['One thing more'])).problem).toMatchObject({
    code: 'milestone.rounds-used',
    detail: expect.stringMatching(/\w/),
  })
  await app.advance(15 * day)
  expect((await story.milestone()).state).toBe('released')
})

test('what was submitted approves itself when the window is over, after three recorded reminders', async () => {
  const story = await submitted(app, content(app, { reviewWindowDays: 6 }))
  await app.advance(2 * day + minute)
  expect(await eventsOf(story, 'milestone.review-reminded')).toMatchObject([{ reminder: 1 }])
  await app.advance(day)
  const { creator } = story.people
  const { id, version: expected } = await story.milestone()
  const withdrawn = await app.injectAs(creator, contract.withdrawSubmission, { params: { id }, body: { expected } })
  expect(withdrawn.reply).toMatchObject({ state: 'in_progress', deliverables: [{ state: 'withdrawn' }] })
  await app.advance(10 * day)
  expect((await story.milestone()).state).toBe('in_progress')
  await story.deliver()
  await app.advance(7 * day)
  expect((await story.milestone()).state).toBe('released')
  expect((await eventsOf(story, 'milestone.review-reminded')).length).toBe(4)
  expect(await eventsOf(story, 'milestone.approved')).toMatchObject([{ auto: true }])
  expect(await balanceOf(app.deps.db, `provider_pending:${creator.id}`, 'EUR')).toBe(90_000)
})

test('a version is made of one’s own pictures, never changes, and is seen by the two parties only', async () => {
  const story = await accepted(app)
  const { client, creator } = story.people
  const { id } = await story.milestone()
  const add = async (fileId: string, as = creator) =>
    app.injectAs(as, contract.addDeliverable, { params: { id }, body: { notes: 'Here', fileIds: [fileId] } })
  const mine = await picture(app, creator)
  expect((await add(mine)).problem.code).toBe('milestone.not-in-work')
  await story.fund()
  expect((await add(await picture(app, client))).problem).toMatchObject({ code: 'file.not-found', field: 'fileIds.0' })
  expect((await add(await picture(app, client), client)).problem.code).toBe('milestone.not-your-step')
  const added = (await add(mine)).reply
  expect(added).toMatchObject({ state: 'in_progress', deliverables: [{ number: 1, state: 'draft' }] })
  const { db } = app.deps
  const rewrite = db.updateTable('deliverables').set({ notes: 'Other' }).where('milestone_id', '=', id)
  await expect(rewrite.execute()).rejects.toThrow('immutable')
  await expect(db.deleteFrom('deliverable_files').where('file_id', '=', mine).execute()).rejects.toThrow('immutable')
  await story.deliver()
  expect((await add(mine)).problem.code).toBe('milestone.withdraw-first')
  const mayRead = async (personId: string | null, fileId: string) =>
    deliveredFiles({ db, file: { id: fileId, ownerId: creator.id }, personId })
  const submitted = (await story.milestone()).deliverables.at(-1)?.files[0]?.id ?? ''
  expect([await mayRead(client.id, submitted), await mayRead(creator.id, submitted)]).toEqual(['shown', 'shown'])
  expect([await mayRead((await app.person()).id, submitted), await mayRead(null, submitted)]).toEqual([
    'nothing',
    'nothing',
  ])
  // The first one was never submitted.
  expect([await mayRead(client.id, mine), await mayRead(creator.id, mine)]).toEqual(['nothing', 'shown'])
})
