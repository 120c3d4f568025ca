import { describe, expect, test } from 'vitest'
import { type ChangeOrderId, type ChargeId, type TopUpId } from '../../ids.ts'
import { minor } from '../../money/money.ts'
import { type Result } from '../../result.ts'
import { after, day, minute } from '../../time/instant.ts'
import { milestoneStates } from '../milestones/milestone-states.ts'
import { type Milestone } from '../milestones/milestone.ts'
import { agreement, milestoneIn, now } from '../testing/fixtures.ts'
import { type AgreedMilestone } from './contract.ts'
import {
  confirmTopUp,
  expireTopUp,
  failTopUp,
  fundTopUp,
  remindOfTopUp,
  requestTopUp,
  type TopUp,
  topUpActionsFor,
  topUpReminderAt,
} from './top-up.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const chargeId = 'charge-2' as ChargeId
const ref = { id: 'top-up-1' as TopUpId, changeOrderId: 'order-1' as ChangeOrderId }

function agreedIn(state: Milestone['state'], frozen = false): AgreedMilestone {
  return { milestone: { ...milestoneIn(state), frozen }, description: '', limits: null, reviewRounds: 2 }
}
const agreed = agreedIn('in_progress')
const { title, dueAt } = agreed.milestone
/** 1 000.00 becomes 1 500.00. */
const terms = { title, description: '', amount: minor(150_000), dueAt, reviewRounds: 3 }
const request = (more: Partial<typeof terms> = {}, of = agreed) =>
  requestTopUp(ref, of, agreement, { ...terms, ...more }, now).next
const waiting = request()
function paying(topUp = waiting, of = agreed): TopUp {
  const started = fundTopUp(topUp, of, agreement, 'client', { chargeId, expected: 1 }, now)
  if (!started.ok) throw new Error(started.refusal.code)
  return started.value.next
}
const captured = { chargeId, amount: minor(52_500), currency: 'EUR', at: now }

test('the client pays the difference of the whole charges within 7 days, or before a new due date', () => {
  expect(waiting).toMatchObject({ price: 50_000, clientFee: 2_500, expiresAt: after(now, 7 * day) })
  expect(request({ dueAt: after(dueAt, day) }).expiresAt).toBe(after(now, 7 * day))
  const soon = { ...agreed, milestone: { ...agreed.milestone, dueAt: after(now, day) } }
  expect(request({ dueAt: after(now, 3 * day) }, soon).expiresAt).toBe(after(now, 3 * day))
  expect(topUpReminderAt(waiting, now)).toBe(after(now, 5 * day))
  expect(topUpReminderAt({ expiresAt: after(now, 2 * day) }, now)).toBeUndefined()
})

describe('paying', () => {
  const start = (change: { at?: number; by?: 'client' | 'creator'; expected?: number; of?: AgreedMilestone } = {}) => {
    const { at = now, by = 'client', expected = 1, of = agreed } = change
    return codeOf(fundTopUp(waiting, of, agreement, by, { chargeId, expected }, at as typeof now))
  }
  for (const state of milestoneStates) {
    const can = ['funded', 'in_progress', 'changes_requested', 'submitted'].includes(state)
    test(`${state}: a top-up can ${can ? '' : 'not '}be paid, as the button says`, () => {
      const of = agreedIn(state)
      expect(start({ of })).toBe(can ? 'ok' : 'top-up.not-now')
      expect(topUpActionsFor(waiting, of, 'client', now)).toEqual(can ? ['fund-top-up'] : [])
      expect(codeOf(confirmTopUp(paying(), of, agreement, captured))).toBe(can ? 'ok' : 'payment.unapplied')
    })
  }
  test('is for the client alone, in the version that they saw, in time, and not while a bank reviews a payment', () => {
    expect(start()).toBe('ok')
    expect(start({ by: 'creator' })).toBe('top-up.not-your-step')
    expect(topUpActionsFor(waiting, agreed, 'creator', now)).toEqual([])
    expect(start({ expected: 2 })).toBe('top-up.not-waiting')
    expect(start({ at: waiting.expiresAt })).toBe('top-up.expired')
    expect(topUpActionsFor(waiting, agreed, 'client', waiting.expiresAt)).toEqual([])
    expect(start({ of: agreedIn('in_progress', true) })).toBe('milestone.frozen')
    expect(codeOf(fundTopUp(paying(), agreed, agreement, 'client', { chargeId, expected: 2 }, now))).toBe(
      'top-up.not-waiting',
    )
  })
  test('waits while a version is in review that the new text would change', () => {
    const inReview = agreedIn('submitted')
    const other = request({ title: 'Blockout and colours' })
    expect(codeOf(fundTopUp(other, inReview, agreement, 'client', { chargeId, expected: 1 }, now))).toBe(
      'top-up.not-now',
    )
    expect(codeOf(confirmTopUp(paying(other), inReview, agreement, captured))).toBe('payment.unapplied')
    expect(codeOf(confirmTopUp(paying(), inReview, agreement, captured))).toBe('ok')
  })
  test('ends its attempt after 15 minutes, and never after the top-up itself', () => {
    expect(paying().attempt?.expiresAt).toBe(after(now, 15 * minute))
    const late = fundTopUp(
      waiting,
      agreed,
      agreement,
      'client',
      { chargeId, expected: 1 },
      after(waiting.expiresAt, -minute),
    )
    expect(late.ok && late.value.next.attempt?.expiresAt).toBe(waiting.expiresAt)
  })
})

describe('a capture', () => {
  test('of the attempt gives the milestone its new terms, and the dates that moved meanwhile stay', () => {
    const moved = { ...agreed, milestone: { ...agreed.milestone, dueAt: after(dueAt, 9 * day), roundRequested: true } }
    const paid = confirmTopUp(paying(request({ dueAt: after(dueAt, day) })), moved, agreement, captured)
    expect(paid).toMatchObject({
      ok: true,
      value: {
        next: { state: 'paid', attempt: null },
        terms: { amount: 150_000, dueAt: after(dueAt, 9 * day), reviewRounds: 3 },
        milestone: { amount: 150_000, dueAt: after(dueAt, 9 * day), roundRequested: false, version: 2 },
        event: { type: 'top-up.paid', data: { amount: 150_000, price: 50_000, charged: 52_500 } },
      },
    })
  })
  test('of anything else is not applied', () => {
    const run = (change: object, topUp = paying()) =>
      codeOf(confirmTopUp(topUp, agreed, agreement, { ...captured, ...change }))
    expect(run({})).toBe('ok')
    expect(run({ amount: minor(52_501) })).toBe('payment.unapplied')
    expect(run({ currency: 'USD' })).toBe('payment.unapplied')
    expect(run({ chargeId: 'charge-1' })).toBe('payment.unapplied')
    expect(run({ at: after(now, 16 * minute) })).toBe('payment.unapplied')
    expect(run({}, waiting)).toBe('payment.unapplied')
    expect(run({}, { ...waiting, state: 'closed', attempt: null })).toBe('payment.unapplied')
  })
})

test('a failed attempt lets the top-up wait again; no other charge and no early timer does', () => {
  const fail = (topUp: TopUp, reason: string, id = chargeId, at = now) =>
    failTopUp(topUp, agreed.milestone, agreement, { chargeId: id, reason }, at)
  expect(fail(paying(), 'declined')).toMatchObject({ ok: true, value: { next: { state: 'waiting', attempt: null } } })
  expect(codeOf(fail(paying(), 'declined', 'charge-9' as ChargeId))).toBe('payment.other-attempt')
  expect(codeOf(fail(paying(), 'expired'))).toBe('top-up.too-early')
  expect(codeOf(fail(paying(), 'expired', chargeId, after(now, 15 * minute)))).toBe('ok')
  expect(codeOf(fail(waiting, 'declined'))).toBe('top-up.not-paying')
})

test('it is reminded of while it waits, and expires on time even while a payment is under way', () => {
  const { milestone } = agreed
  expect(codeOf(remindOfTopUp(waiting, milestone, agreement))).toBe('ok')
  expect(codeOf(remindOfTopUp(paying(), milestone, agreement))).toBe('top-up.not-waiting')
  expect(codeOf(expireTopUp(waiting, milestone, agreement, after(waiting.expiresAt, -1)))).toBe('top-up.too-early')
  for (const topUp of [waiting, paying()]) {
    const expired = expireTopUp(topUp, milestone, agreement, waiting.expiresAt)
    expect(expired).toMatchObject({ ok: true, value: { next: { state: 'expired', attempt: null } } })
    if (expired.ok)
      expect(codeOf(expireTopUp(expired.value.next, milestone, agreement, waiting.expiresAt))).toBe(
        'top-up.not-waiting',
      )
  }
})
