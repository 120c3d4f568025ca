import { randomUUID } from 'node:crypto'
import {
  addDeliverable,
  addRound,
  claimRefund,
  declineExtension,
  fundMilestone,
  giveNotice,
  grantExtension,
  listActivity,
  moveDueDate,
  readProject,
  refundMilestone,
  requestChanges,
  requestExtension,
  requestRound,
  submitMilestone,
  withdrawSubmission,
} from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listReceipts } from '@veranda/contract/payments/routes.ts'
import { type Offer } from '@veranda/contract/commissions/offers/schemas.ts'
import { after, day, fromIso, hour, type Milliseconds, minute, toIso } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { balanceOf } from '../../../../platform/ledger/balances.ts'
import { checkLedger } from '../../../../platform/ledger/check-ledger.ts'
import { makeTimerScanner } from '../../../../platform/timers/timer-scanner.ts'
import { advanceWithWebhooks } from '../../../../testing/payment-webhooks.ts'
import { type TestApp, testApp, type TestUser } from '../../../../testing/test-app.ts'
import {
  acceptedCommission,
  type CommissionScenario,
  offerContent,
  uploadImage,
} from '../../testing/commission-scenario.ts'
import { dueTimer } from './due-timer.ts'
import { countUndecidedEscrows, escrowTimer } from './escrow-timer.ts'
import { noticeTimer } from './give-notice.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const advance = (by?: Milliseconds) => advanceWithWebhooks(app, by)

/** Funds the first milestone of 1 000.00 EUR, due in 10 days. */
async function funded(more: Partial<Offer> = {}): Promise<CommissionScenario> {
  const scenario = await acceptedCommission(app, offerContent(app, more))
  const { id, version: expected } = await scenario.milestone()
  const call = { params: { id }, body: { method: 'card_succeeds', expected }, key: randomUUID() }
  await app.injectAs(scenario.parties.client, fundMilestone, call)
  await advance()
  return scenario
}

/** Moves the product's clock and nothing else. */
const moveClock = (by: Milliseconds) => app.clock.setShift(app.clock.shift() + by)
const timeUntil = (iso: string) => (fromIso(iso) ?? 0) - app.clock.now()
/** Moves the clock to a time after the milestone’s due date. */
async function advanceToDue(scenario: CommissionScenario, later: Milliseconds): Promise<void> {
  await advance(timeUntil((await scenario.milestone()).dueAt) + later)
}

type Command =
  | typeof giveNotice
  | typeof claimRefund
  | typeof grantExtension
  | typeof declineExtension
  | typeof addRound
async function run(scenario: CommissionScenario, as: TestUser, route: Command) {
  const { id, version: expected } = await scenario.milestone()
  return app.injectAs(as, route, { params: { id }, body: { expected }, key: randomUUID() })
}
async function ask(scenario: CommissionScenario, dueAt: string, reason = 'My studio was flooded') {
  const { id, version: expected } = await scenario.milestone()
  return app.injectAs(scenario.parties.creator, requestExtension, {
    params: { id },
    body: { dueAt, reason, expected },
  })
}
const titlesOf = async (user: TestUser) =>
  (await app.injectAs(user, listNotifications, { query: {} })).reply.items.map(({ title }) => title)
const times = async (user: TestUser, title: string) => (await titlesOf(user)).filter((one) => one === title).length
const balance = (account: Parameters<typeof balanceOf>[1]) => balanceOf(app.deps.db, account, 'EUR')
const pendingOf = async (user: TestUser) =>
  (await app.injectAs(user, readDashboard, {})).reply.pendingOnMe.map(({ action }) => action)

test('a late creator: reminder, overdue, right, notice and its end are each notified once, also when two nodes run', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  // Another node: its own scanner over the same database.
  const other = makeTimerScanner(app.deps, [dueTimer, noticeTimer, escrowTimer])
  const step = async (later: Milliseconds) => {
    moveClock(timeUntil((await scenario.milestone()).dueAt) + later)
    await Promise.all([other.runOnce(), other.runOnce(), advance()])
    await advance()
  }
  await step(-2 * day - minute)
  expect(await times(creator, '“Part 1” is due soon')).toBe(0)
  await step(-2 * day)
  expect(await times(creator, '“Part 1” is due soon')).toBe(1)
  await step(-minute)
  expect((await scenario.milestone()).due.isOverdue).toBe(false)
  await step(0)
  expect((await scenario.milestone()).due.isOverdue).toBe(true)
  expect([await times(creator, '“Part 1” is overdue'), await times(client, '“Part 1” is overdue')]).toEqual([1, 1])
  await step(7 * day - minute)
  expect((await run(scenario, client, giveNotice)).problem?.code).toBe('notice.too-early')
  expect((await scenario.milestone()).actions).not.toContain('give-notice')
  await step(7 * day)
  expect((await scenario.milestone()).actions).toContain('give-notice')
  expect([
    await times(client, 'You can give notice for “Part 1”'),
    await times(creator, 'Your client can give notice for “Part 1”'),
  ]).toEqual([1, 1])
  expect((await run(scenario, creator, giveNotice)).problem?.code).toBe('milestone.not-your-step')
  const noticed = (await run(scenario, client, giveNotice)).reply
  await advance()
  expect(await times(creator, 'Carla Client gave notice for “Part 1”')).toBe(1)
  const endsAt = noticed.due.noticeEndsAt ?? ''
  expect(timeUntil(endsAt) / hour).toBeCloseTo(48, 1)
  moveClock(timeUntil(endsAt) - minute)
  await Promise.all([other.runOnce(), advance()])
  expect((await run(scenario, client, claimRefund)).problem?.code).toBe('notice.not-over')
  expect(await pendingOf(client)).not.toContain('claim-refund')
  moveClock(minute)
  await Promise.all([other.runOnce(), other.runOnce(), advance()])
  await advance()
  expect([
    await times(client, 'You can take your money for “Part 1” back'),
    await times(creator, 'The notice for “Part 1” has run out'),
  ]).toEqual([1, 1])
  expect(await pendingOf(client)).toContain('claim-refund')

  expect((await run(scenario, client, claimRefund)).problem?.code).toBe('step-up.required')
  await app.stepUp(client)
  expect((await run(scenario, client, claimRefund)).reply).toMatchObject({
    state: 'refunding',
    refunds: [{ cause: 'claim', clientGets: { amount: 105_000 }, creatorLoses: { amount: 90_000 } }],
  })
  await advance()
  expect(await scenario.milestone()).toMatchObject({ state: 'refunded', money: null })
  expect(await times(creator, 'Carla Client took the money for “Part 1” back')).toBe(1)
  const project = (await app.injectAs(client, readProject, { params: { id: scenario.projectId } })).reply
  expect(project.commissions[0]?.state).toBe('cancelled')
  for (const [user, back] of [
    [client, -105_000],
    [creator, -90_000],
  ] as const) {
    const { items } = (await app.injectAs(user, listReceipts, { query: {} })).reply
    expect(items.map(({ kind, total }) => [kind, total.amount])).toEqual([['refund', back]])
  }
  const activity = (await app.injectAs(client, listActivity, { params: { id: scenario.projectId }, query: {} })).reply
  expect(activity.items.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['milestone.overdue', 'milestone.notice-given', 'milestone.refund-requested.claim']),
  )
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a server that was down for a month notifies of each step once, and leaves out nothing but the reminder', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  await advanceToDue(scenario, 20 * day)
  await advance()
  expect(await times(creator, '“Part 1” is due soon')).toBe(0)
  for (const title of ['“Part 1” is overdue', 'You can give notice for “Part 1”'])
    expect([title, await times(client, title)]).toEqual([title, 1])
})

test('a submission stops the due date and ends the notice; after a withdrawal it counts again, with one notification', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  await advanceToDue(scenario, 7 * day)
  await run(scenario, client, giveNotice)
  const submitted = await scenario.submitVersion()
  expect(submitted.due).toMatchObject({ isOverdue: false, noticeEndsAt: null, refundRightAt: null, refundedAt: null })
  await advance(48 * hour)
  expect(await times(client, 'You can take your money for “Part 1” back')).toBe(0)
  await app.injectAs(creator, withdrawSubmission, {
    params: { id: submitted.id },
    body: { expected: submitted.version },
  })
  await advance()
  const withdrawn = await scenario.milestone()
  expect([withdrawn.due.isOverdue, withdrawn.actions.includes('give-notice')]).toEqual([true, true])
  expect(await times(client, '“Part 1” is overdue')).toBe(1)
})

test('the right begins again after requested changes, 7 days after their due date', async () => {
  const scenario = await funded()
  const { client } = scenario.parties
  await scenario.submitVersion()
  const { id, version: expected, deliverables } = await scenario.milestone()
  const [version] = deliverables
  const body = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', items: ['Lower the arch'], pinIds: [] }
  await app.injectAs(client, requestChanges, { params: { id }, body: { ...body, messages: [], expected } })
  await advance(14 * day - minute)
  expect((await run(scenario, client, giveNotice)).problem?.code).toBe('notice.too-early')
  await advance(minute)
  expect((await run(scenario, client, giveNotice)).status).toBe(200)
})

test('the creator asks for more time once, with a reason, and the client grants it, which withdraws the notice', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  const { dueAt, due } = await scenario.milestone()
  const later = toIso(after(fromIso(dueAt) ?? app.clock.now(), 12 * day))
  const codeOf = async (reply: ReturnType<typeof ask>) => {
    const { problem, status } = await reply
    return [status, problem?.code, problem?.field]
  }
  expect(await codeOf(ask(scenario, later, ' '))).toEqual([422, 'extension.reason-missing', 'reason'])
  expect(await codeOf(ask(scenario, dueAt))).toEqual([422, 'due-date.not-later', 'dueAt'])
  const tooLate = toIso(after(fromIso(due.latestAt ?? '') ?? app.clock.now(), 1))
  expect(await codeOf(ask(scenario, tooLate))).toEqual([422, 'due-date.too-late', 'dueAt'])
  await advanceToDue(scenario, 7 * day)
  await run(scenario, client, giveNotice)
  expect((await ask(scenario, later)).status).toBe(200)
  expect(await codeOf(ask(scenario, later))).toEqual([409, 'extension.already-requested', undefined])
  await advance()
  expect(await titlesOf(client)).toContain('Pia Maker asks for more time for “Part 1”')
  expect(await pendingOf(client)).toContain('answer-extension')
  expect((await scenario.milestone()).due.extension).toMatchObject({ dueAt: later, reason: 'My studio was flooded' })
  const granted = (await run(scenario, client, grantExtension)).reply
  expect(granted).toMatchObject({ dueAt: later, due: { isOverdue: false, noticeEndsAt: null, extension: null } })
  expect((await run(scenario, client, grantExtension)).problem?.code).toBe('extension.not-requested')
  await advance()
  expect(await titlesOf(creator)).toContain('You have more time for “Part 1”')
  // The notice that was withdrawn runs out for no one, and the new date has steps of its own.
  await advance(48 * hour)
  expect(await times(client, 'You can take your money for “Part 1” back')).toBe(0)
  await advanceToDue(scenario, 0)
  expect(await times(client, '“Part 1” is overdue')).toBe(2)
})

test('the client declines, or moves the date alone; strangers find nothing', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  const { id, dueAt } = await scenario.milestone()
  const later = (days: number) => toIso(after(fromIso(dueAt) ?? app.clock.now(), days * day))
  await ask(scenario, later(3))
  expect((await run(scenario, client, declineExtension)).reply).toMatchObject({ dueAt, due: { extension: null } })
  await advance()
  expect(await titlesOf(creator)).toContain('No more time for “Part 1”')
  await ask(scenario, later(3))
  const { version: expected } = await scenario.milestone()
  const move = (as: TestUser) => app.injectAs(as, moveDueDate, { params: { id }, body: { dueAt: later(5), expected } })
  expect((await move(await app.createUser('Sam Stranger'))).status).toBe(404)
  expect((await move(creator)).problem?.code).toBe('milestone.not-your-step')
  expect((await move(client)).reply).toMatchObject({ dueAt: later(5), due: { extension: null } })
  expect((await move(client)).status).toBe(409)
})

test('claim, submission and the creator’s refund at once: exactly one wins, and the ledger is balanced', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  await advanceToDue(scenario, 7 * day)
  await run(scenario, client, giveNotice)
  await advance(48 * hour)
  await Promise.all([app.stepUp(client), app.stepUp(creator)])
  const { id } = await scenario.milestone()
  const body = { notes: 'Late', fileIds: [await uploadImage(app, creator)] }
  const added = (await app.injectAs(creator, addDeliverable, { params: { id }, body })).reply
  const { version: expected } = added
  const version = added.deliverables.at(-1)
  const ref = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected }
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => [
      app.injectAs(client, claimRefund, { params: { id }, body: { expected }, key: randomUUID() }),
      app.injectAs(creator, submitMilestone, { params: { id }, body: ref }),
      app.injectAs(creator, refundMilestone, {
        params: { id },
        body: { amount: 100_000, reason: '', expected },
        key: randomUUID(),
      }),
    ]).flat(),
  )
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(11)
  await advance()
  const { state } = await scenario.milestone()
  const inEscrow = await balance(`escrow:${id}`)
  expect(['refunded 0', 'submitted 100000']).toContain(`${state} ${inEscrow}`)
  expect(await balance(`refund_payable:${client.id}`)).toBe(0)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('on day 75 the escrow goes back when nothing was ever submitted, with notifications 7 days before and when it happens', async () => {
  const scenario = await funded()
  const { client, creator } = scenario.parties
  await advance(68 * day - minute)
  expect(await times(client, '“Part 1” goes back to you soon')).toBe(0)
  await advance(minute)
  expect([
    await times(client, '“Part 1” goes back to you soon'),
    await times(creator, 'The money for “Part 1” goes back soon'),
  ]).toEqual([1, 1])
  await advance(7 * day - minute)
  expect((await scenario.milestone()).state).toBe('funded')
  await advance(minute)
  expect(await scenario.milestone()).toMatchObject({
    state: 'refunded',
    refunds: [{ cause: 'escrow-limit', clientGets: { amount: 105_000 } }],
  })
  expect([
    await times(client, '“Part 1” was refunded to you'),
    await times(creator, '“Part 1” was refunded to your client'),
  ]).toEqual([1, 1])
  const project = (await app.injectAs(client, readProject, { params: { id: scenario.projectId } })).reply
  expect(project.commissions[0]?.state).toBe('cancelled')
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('on day 75 nothing goes back by itself once a version was submitted, or while a chargeback freezes it', async () => {
  const scenario = await funded()
  const submitted = await scenario.submitVersion()
  await app.injectAs(scenario.parties.creator, withdrawSubmission, {
    params: { id: submitted.id },
    body: { expected: submitted.version },
  })
  const frozen = await funded()
  await app.deps.db
    .updateTable('milestones')
    .set({ frozen: true })
    .where('id', '=', (await frozen.milestone()).id)
    .execute()
  const undecided = async () => {
    const figures = await app.transact((tx) => countUndecidedEscrows(tx, app.clock.now()))
    return figures[0]?.samples[0]?.value ?? -1
  }
  await advance(74 * day)
  const before = await undecided()
  const logError = vi.spyOn(app.deps.log, 'error')
  await advance(2 * day)
  expect(await undecided()).toBe(before + 1)
  expect(logError).toHaveBeenCalledExactlyOnceWith(
    { milestoneId: submitted.id, alert: true },
    'escrow is past its time and waits for a decision',
  )
  logError.mockRestore()
  expect(await scenario.milestone()).toMatchObject({ state: 'in_progress', refunds: [] })
  expect(await frozen.milestone()).toMatchObject({ state: 'funded', refunds: [] })
  expect(await titlesOf(frozen.parties.client)).not.toContain('“Part 1” is overdue')
})

test('the client whose review rounds are used up asks once, and the creator adds one, which is used like the others', async () => {
  const scenario = await funded({ reviewRounds: 0 })
  const { client, creator } = scenario.parties
  await scenario.submitVersion()
  expect((await scenario.milestone()).actions).not.toContain('request-changes')
  expect((await run(scenario, client, requestRound)).reply.roundRequested).toBe(true)
  expect((await run(scenario, client, requestRound)).problem?.code).toBe('round.already-requested')
  await advance()
  expect(await titlesOf(creator)).toContain('Carla Client asks for another review round for “Part 1”')
  const { id, version: expected } = await scenario.milestone()
  const adds = await Promise.all(
    Array.from({ length: 8 }, () => app.injectAs(creator, addRound, { params: { id }, body: { expected } })),
  )
  expect(adds.filter(({ status }) => status === 200)).toHaveLength(1)
  await advance()
  expect(await titlesOf(client)).toContain('Pia Maker added a review round to “Part 1”')
  const added = await scenario.milestone()
  expect(added).toMatchObject({ round: 0, rounds: 1, extraRounds: 1, roundRequested: false })
  expect(added.actions).toContain('request-changes')
  expect(added.deliverables[0]?.actions).toContain('request-changes')
})
