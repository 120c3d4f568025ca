import { describe, expect, test } from 'vitest'
import { type DeliverableId } from '../../ids.ts'
import { minor } from '../../money/money.ts'
import { ok, type Result } from '../../result.ts'
import { findTransition, parties, type Party } from '../../state-machine.ts'
import { after, day, minute } from '../../time/instant.ts'
import { addDeliverable } from '../deliverables/add-deliverable.ts'
import { deliverableStates } from '../deliverables/deliverable.ts'
import { deliverableActionsFor, milestoneActionsFor } from '../actions.ts'
import { agreement, forActions, hash, ids, milestoneIn, now, version } from '../testing/fixtures.ts'
import { confirmFunding, failFunding, fund } from './funding.ts'
import { declineExtension, grantExtension, moveDueDate, requestExtension } from './due-date.ts'
import { lockForDispute } from './disputed-milestone.ts'
import { claimRefund, giveNotice, refundUnsubmitted } from './refund-right.ts'
import { losePartToChargeback, loseToChargeback } from './chargeback.ts'
import { release } from './release.ts'
import { addRound, requestRound } from './review-rounds.ts'
import { refundReleased } from './refund-released.ts'
import { confirmRefund, failRefund, refund, retryRefund } from './refund.ts'
import { type MilestoneAction, milestoneMachine, type MilestoneState, milestoneStates } from './milestone-states.ts'
import { approve, autoApprove, remindOfReview, reviewReminders } from './approval.ts'
import {
  agree,
  cancelMilestone,
  type Milestone,
  requestChanges,
  start,
  submit,
  withdrawSubmission,
} from './milestone.ts'

const versionRef = { deliverableId: ids.deliverable, hash, expected: 1 }
const captured = { chargeId: ids.charge, amount: minor(105_000), currency: 'EUR', at: now }
const refundOf = (amount: number) => ({
  refundId: ids.refund,
  amount,
  reason: '',
  expected: 1,
  hasSteppedUp: true,
})
const noFees = { price: minor(0), clientFee: minor(0), creatorFee: minor(0) }
const releasedShare = {
  released: { price: minor(100_000), clientFee: minor(5_000), creatorFee: minor(10_000) },
  returned: noFees,
  releasedAt: now,
}
const reported = { refundId: ids.refund, refunded: minor(105_000) }
const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)

const verbs: Partial<Record<MilestoneAction, (m: Milestone, by: Party) => Result<{ next: Milestone }>>> = {
  fund: (m, by) => fund(m, agreement, by, { chargeId: ids.charge, expected: 1 }, now),
  start: (m, by) => start(m, agreement, by, { expected: 1 }),
  submit: (m, by) => submit(m, agreement, by, versionRef, { ...version, ready: true }, now),
  'withdraw-submission': (m, by) => withdrawSubmission(m, agreement, by, { expected: 1 }),
  'request-changes': (m, by) => requestChanges(m, agreement, by, { ...versionRef, items: ['Lower the arch'] }, now),
  approve: (m, by) => approve(m, agreement, by, { ...versionRef, hasSteppedUp: true }),
  refund: (m, by) => refund(m, agreement, by, refundOf(100_000)),
  'refund-part': (m, by) => refund(m, agreement, by, refundOf(1)),
  'refund-released': (m, by) => refundReleased(m, agreement, by, refundOf(1), releasedShare, now),
  cancel: (m, by) => cancelMilestone(m, agreement, by),
  'request-extension': (m, by) =>
    requestExtension(m, agreement, by, { dueAt: after(m.dueAt, day), reason: 'Ill', expected: 1 }, now),
  'grant-extension': (m, by) => grantExtension(m, agreement, by, { expected: 1 }, now),
  'decline-extension': (m, by) => declineExtension(m, agreement, by, { expected: 1 }),
  'move-due-date': (m, by) => moveDueDate(m, agreement, by, { dueAt: after(m.dueAt, day), expected: 1 }, now),
  'give-notice': (m, by) => giveNotice(m, agreement, by, { expected: 1 }, now),
  'claim-refund': (m, by) =>
    claimRefund(m, agreement, by, { refundId: ids.refund, expected: 1, hasSteppedUp: true }, now),
  'add-round': (m, by) => addRound(m, agreement, by, { expected: 1 }),
  'request-round': (m, by) => requestRound(m, agreement, by, { expected: 1 }),
  'open-dispute': (m, by) => {
    const locked = lockForDispute(m, by, { amount: 1, expected: 1 }, now)
    return locked.ok ? ok({ next: locked.value }) : locked
  },
}
const systemVerbs: Partial<Record<MilestoneAction, (m: Milestone) => Result<{ next: Milestone }>>> = {
  agree: (m) => agree(m, agreement),
  'confirm-funding': (m) => confirmFunding(m, agreement, captured),
  'fail-funding': (m) => failFunding(m, agreement, { chargeId: ids.charge, reason: 'declined' }, now),
  'auto-approve': (m) => autoApprove(m, agreement, 3, after(now, 14 * day)),
  release: (m) => release(m, agreement, { auto: false }, now),
  'confirm-refund': (m) => confirmRefund(m, agreement, reported),
  'fail-refund': (m) => failRefund(m, agreement, reported),
  'retry-refund': (m) => retryRefund(m, agreement, reported),
  'lose-chargeback': (m) => loseToChargeback(m, agreement),
  'lose-chargeback-part': (m) =>
    losePartToChargeback(m, agreement, { escrow: minor(10), deferredFee: minor(1) }, { isOpen: false }),
  'refund-unsubmitted': (m) => refundUnsubmitted(m, agreement, { refundId: ids.refund }, now),
}

/** Returns a milestone in a state in which nothing but the state and the party decides on the action. */
function prepared(action: MilestoneAction, state: MilestoneState): Milestone {
  const milestone = milestoneIn(state)
  const { clock } = milestone
  switch (action) {
    case 'grant-extension':
    case 'decline-extension':
      return { ...milestone, clock: { ...clock, extension: { dueAt: after(now, 20 * day), reason: 'Ill', at: now } } }
    case 'give-notice':
      return { ...milestone, dueAt: after(now, -7 * day), clock: { ...clock, fundedAt: after(now, -9 * day) } }
    case 'claim-refund':
      return { ...milestone, clock: { ...clock, noticeEndsAt: now } }
    case 'refund-unsubmitted':
      return { ...milestone, clock: { ...clock, fundedAt: after(now, -75 * day) } }
    case 'request-round':
      return { ...milestone, round: 2 }
    default:
      return milestone
  }
}

describe('every action follows the state table', () => {
  const all = { ...verbs, ...systemVerbs }
  for (const [name, run] of Object.entries(all)) {
    // The keys of the two records above are actions.
    const action = name as MilestoneAction
    for (const state of milestoneStates) {
      for (const by of action in verbs ? parties : (['system'] as const)) {
        const step = findTransition(milestoneMachine, state, action)
        const allowed = step?.allowedParties.includes(by) ?? false
        test(`${state}: ${by} ${allowed ? 'may' : 'may not'} ${action}`, () => {
          const result = run(prepared(action, state), by)
          const led = result.ok ? [result.value.next.state, result.value.next.version] : 'refused'
          expect(led).toEqual(allowed ? [step?.to, 2] : 'refused')
          expect(milestoneActionsFor(forActions(prepared(action, state)), by, now).includes(action)).toBe(allowed)
        })
      }
    }
  }
})

describe('funding', () => {
  test('lets the client who pays, and no one else, follow the payment, exactly while it runs', () => {
    for (const state of milestoneStates) {
      for (const viewer of parties) {
        const listed = milestoneActionsFor(forActions(milestoneIn(state)), viewer, now).includes('follow-payment')
        expect(listed).toBe(state === 'funding' && viewer === 'client')
      }
    }
  })
  test('charges price and client fee, for 15 minutes', () => {
    expect(verbs.fund?.(milestoneIn('awaiting_funding'), 'client')).toMatchObject({
      value: { next: { attempt: { amount: 105_000, currency: 'EUR', expiresAt: after(now, 15 * minute) } } },
    })
  })
  test('is refused when the money would be in escrow for more than 75 days', () => {
    const at = (days: number) => ({ ...milestoneIn('awaiting_funding'), dueAt: after(now, days * day) })
    const run = (days: number) =>
      codeOf(fund(at(days), agreement, 'client', { chargeId: ids.charge, expected: 1 }, now))
    expect([run(61), run(62)]).toEqual(['ok', 'milestone.due-too-far'])
  })
  test('needs an accepted commission', () => {
    const early = { ...agreement, commissionState: 'offered' } as const
    const input = { chargeId: ids.charge, expected: 1 }
    expect(codeOf(fund(milestoneIn('awaiting_funding'), early, 'client', input, now))).toBe(
      'milestone.commission-not-accepted',
    )
  })
  test.each([
    ['another amount', { amount: minor(104_999) }],
    ['another currency', { currency: 'USD' }],
    ['another attempt', { chargeId: 'charge-2' as typeof ids.charge }],
    ['a capture after the attempt gave up', { at: after(now, 16 * minute) }],
  ])('%s does not fund it', (_, other) => {
    expect(codeOf(confirmFunding(milestoneIn('funding'), agreement, { ...captured, ...other }))).toBe(
      'payment.unapplied',
    )
  })
  test('a capture that is reported late still funds it', () => {
    expect(codeOf(confirmFunding(milestoneIn('funding'), agreement, captured))).toBe('ok')
  })
  test('another attempt and an early timer do not end the attempt', () => {
    const end = (chargeId: typeof ids.charge, reason: string) =>
      codeOf(failFunding(milestoneIn('funding'), agreement, { chargeId, reason }, now))
    expect(end('charge-2' as typeof ids.charge, 'declined')).toBe('payment.other-attempt')
    expect(end(ids.charge, 'expired')).toBe('milestone.too-early')
  })
})

describe('delivering and reviewing', () => {
  const other = { ...versionRef, deliverableId: 'deliverable-2' as DeliverableId }
  test('a round of changes carries the text of its first item, cut after a word, for the notification', () => {
    const firstOf = (items: string[]) => {
      const sent = requestChanges(milestoneIn('submitted'), agreement, 'client', { ...versionRef, items }, now)
      return sent.ok ? sent.value.event.data : undefined
    }
    expect(firstOf([' A darker oak ', 'Lower the arch'])).toMatchObject({ first: 'A darker oak', items: 2 })
    expect(firstOf(['word '.repeat(100)])?.first).toMatch(/word…$/)
  })
  test('only the version named by id and hash is submitted, approved or sent back', () => {
    const submitted = milestoneIn('submitted')
    expect(codeOf(approve(submitted, agreement, 'client', { ...other, hasSteppedUp: true }))).toBe(
      'deliverable.other-version',
    )
    expect(codeOf(approve(submitted, agreement, 'client', { ...versionRef, hash: 'b', hasSteppedUp: true }))).toBe(
      'deliverable.other-version',
    )
    expect(codeOf(requestChanges(submitted, agreement, 'client', { ...other, items: ['x'] }, now))).toBe(
      'deliverable.other-version',
    )
    expect(
      codeOf(submit(milestoneIn('in_progress'), agreement, 'creator', other, { ...version, ready: true }, now)),
    ).toBe('deliverable.other-version')
  })
  test('a version that was sent back or is not checked yet cannot be submitted', () => {
    const run = (change: object) =>
      codeOf(
        submit(
          milestoneIn('in_progress'),
          agreement,
          'creator',
          versionRef,
          { ...version, ready: true, ...change },
          now,
        ),
      )
    expect(run({ state: 'changes_requested' })).toBe('deliverable.already-reviewed')
    expect(run({ ready: false })).toBe('deliverable.not-ready')
    expect(run({ state: 'withdrawn' })).toBe('ok')
  })
  test('a change request needs a concrete item and a remaining round', () => {
    const run = (items: string[], round = 0) =>
      codeOf(requestChanges({ ...milestoneIn('submitted'), round }, agreement, 'client', { ...versionRef, items }, now))
    expect(run([])).toBe('changes.no-items')
    expect(run(['ok', '  '])).toBe('changes.empty-item')
    expect(run(['x'], 2)).toBe('milestone.no-rounds-left')
    expect(run(['x'], 1)).toBe('ok')
    const submitted = forActions(milestoneIn('submitted'))
    const listed = (round: number) =>
      milestoneActionsFor({ ...submitted, round }, 'client', now).includes('request-changes')
    expect([listed(1), listed(2)]).toEqual([true, false])
  })
  test('a change request sets a new due date in 7 days and uses a round', () => {
    expect(verbs['request-changes']?.(milestoneIn('submitted'), 'client')).toMatchObject({
      value: { next: { round: 1, dueAt: after(now, 7 * day), state: 'changes_requested' } },
    })
  })
  test('adding a version needs the submission withdrawn first, and the first version starts the milestone', () => {
    const add = (state: (typeof milestoneStates)[number], by: Party = 'creator') =>
      addDeliverable(milestoneIn(state), agreement, by, { deliverableId: ids.deliverable, hash, number: 1 })
    expect(codeOf(add('submitted'))).toBe('milestone.withdraw-first')
    expect(codeOf(add('released'))).toBe('milestone.not-in-progress')
    expect(codeOf(add('funded', 'client'))).toBe('milestone.not-your-step')
    expect(add('funded')).toMatchObject({ value: { starts: true } })
    expect(add('changes_requested')).toMatchObject({ value: { starts: false } })
    for (const state of milestoneStates) {
      for (const by of parties) {
        const listed = milestoneActionsFor(forActions(milestoneIn(state)), by, now).includes('add-deliverable')
        expect(listed, `${state} ${by}`).toBe(add(state, by).ok)
      }
    }
  })
  test('a version lists exactly the steps that are not refused for it', () => {
    for (const state of milestoneStates) {
      for (const by of parties) {
        for (const versionState of deliverableStates) {
          const milestone = milestoneIn(state)
          const inReview = versionState === 'submitted'
          const ref = inReview ? versionRef : other
          const deliverable = { ...version, id: ref.deliverableId, state: versionState, ready: true }
          const results = {
            submit: submit(milestone, agreement, by, ref, deliverable, now),
            'request-changes': requestChanges(milestone, agreement, by, { ...ref, items: ['x'] }, now),
            approve: approve(milestone, agreement, by, { ...ref, hasSteppedUp: true }),
          }
          const listed: readonly string[] = deliverableActionsFor(deliverable, { ...milestone, rounds: 2 }, by)
          for (const [action, result] of Object.entries(results)) {
            expect(listed.includes(action), `${state} ${versionState} ${by} ${action}`).toBe(result.ok)
          }
        }
      }
    }
  })
  test('a frozen milestone cannot be funded, and does not list it', () => {
    const frozen = { ...milestoneIn('awaiting_funding'), frozen: true }
    expect(codeOf(fund(frozen, agreement, 'client', { chargeId: ids.charge, expected: 1 }, now))).toBe(
      'milestone.frozen',
    )
    expect(milestoneActionsFor(forActions(frozen), 'client', now)).toEqual([])
  })
  test('above 500.00 the approval needs a step-up, after all other checks', () => {
    const of = (amount: number) => ({ ...milestoneIn('submitted'), amount: minor(amount) })
    const by = (amount: number, hasSteppedUp: boolean) =>
      codeOf(approve(of(amount), agreement, 'client', { ...versionRef, hasSteppedUp }))
    expect([by(50_000, false), by(50_001, false), by(50_001, true)]).toEqual(['ok', 'step-up.required', 'ok'])
    expect(codeOf(approve(of(50_001), agreement, 'creator', { ...versionRef, hasSteppedUp: false }))).toBe(
      'milestone.not-your-step',
    )
    expect(codeOf(approve(of(50_001), agreement, 'client', { ...versionRef, hash: 'b', hasSteppedUp: false }))).toBe(
      'deliverable.other-version',
    )
    // No user is present to step up when the window is over.
    expect(codeOf(autoApprove(of(50_001), agreement, 3, after(now, 14 * day)))).toBe('ok')
  })
  test('a creator cannot approve their own milestone', () => {
    expect(milestoneActionsFor(forActions(milestoneIn('submitted')), 'creator', now)).not.toContain('approve')
    expect(codeOf(approve(milestoneIn('submitted'), agreement, 'creator', { ...versionRef, hasSteppedUp: true }))).toBe(
      'milestone.not-your-step',
    )
  })
  test('auto-approval needs the window to be over and every reminder recorded', () => {
    const run = (reminders: number, at: number) =>
      codeOf(autoApprove(milestoneIn('submitted'), agreement, reminders, after(now, at)))
    expect(run(3, 14 * day - 1)).toBe('milestone.too-early')
    expect(run(2, 14 * day)).toBe('milestone.reminders-missing')
    expect(run(3, 14 * day)).toBe('ok')
  })
  test('reminders are due at one third, at three quarters and on the last day, in order', () => {
    const dates = (days: number) => reviewReminders({ at: now, reviewEndsAt: after(now, days * day) })
    expect(dates(12)).toEqual([after(now, 4 * day), after(now, 9 * day), after(now, 11 * day)])
    for (let days = 3; days <= 30; days += 1) expect(dates(days)).toEqual(dates(days).toSorted((a, b) => a - b))
    expect(remindOfReview(milestoneIn('submitted'), agreement, 3)).toMatchObject({ value: { data: { reminder: 3 } } })
    expect(codeOf(remindOfReview(milestoneIn('released'), agreement, 3))).toBe('milestone.not-submitted')
  })
  test('a release returns the amounts to post, and a freeze blocks it', () => {
    expect(release(milestoneIn('approved'), agreement, { auto: false }, now)).toMatchObject({
      value: {
        part: { amount: 100_000, clientFee: 5_000, creatorFee: 10_000 },
        event: { data: { creatorReceives: 90_000, availableAt: after(now, 5 * day) } },
      },
    })
    expect(codeOf(release({ ...milestoneIn('approved'), frozen: true }, agreement, { auto: false }, now))).toBe(
      'milestone.frozen',
    )
  })
})
