import { expect, test } from 'vitest'
import { type Result } from '../../result.ts'
import { after, day, hour, type Instant } from '../../time/instant.ts'
import { milestoneActionsFor } from '../actions.ts'
import { agreement, forActions, hash, ids, milestoneIn, now, version } from '../testing/fixtures.ts'
import { dueStepsReached, isOverdue, latestDueAt, nextDueStepAt } from './due-clock.ts'
import { declineExtension, grantExtension, moveDueDate, recordDueSteps, requestExtension } from './due-date.ts'
import { type Milestone, requestChanges, submit, withdrawSubmission } from './milestone.ts'
import {
  claimRefund,
  endNotice,
  giveNotice,
  needsDecision,
  refundUnsubmitted,
  remindOfEscrowEnd,
} from './refund-right.ts'
import { refund } from './refund.ts'
import { addRound, requestRound } from './review-rounds.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const nextOf = <M>(result: Result<{ next: M }>): M => {
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value.next
}
const expected = 1
/** Funded at `now` and due 10 days later, with an agreed review window of 14 days. */
const late = milestoneIn('in_progress')
const { dueAt } = late
const withClock = (more: Partial<Milestone['clock']>, milestone = late): Milestone => ({
  ...milestone,
  clock: { ...milestone.clock, ...more },
})
const actionsAt = (milestone: Milestone, by: 'client' | 'creator', at: Instant) =>
  milestoneActionsFor(forActions(milestone), by, at)
const extension = { dueAt: after(dueAt, 3 * day), reason: 'Ill', at: now }

test('the creator is reminded 2 days before the due date, which passes to the millisecond, and 7 days later the right begins', () => {
  const reached = (at: Instant, milestone = late) => dueStepsReached(milestone, agreement, at)
  const reminderAt = after(dueAt, -2 * day)
  const rightAt = after(dueAt, 7 * day)
  expect(reached(after(reminderAt, -1))).toEqual([])
  expect(reached(reminderAt)).toEqual(['reminded'])
  expect(reached(after(dueAt, -1))).toEqual(['reminded'])
  expect(reached(dueAt)).toEqual(['overdue'])
  expect([isOverdue(late, after(dueAt, -1)), isOverdue(late, dueAt)]).toEqual([false, true])
  const overdue = withClock({ lastStep: 'overdue' })
  expect(reached(after(rightAt, -1), overdue)).toEqual([])
  expect(reached(rightAt, overdue)).toEqual(['right-began'])
  expect(reached(rightAt, withClock({ lastStep: 'right-began' }))).toEqual([])
  // After an outage of the server nothing is left out but the reminder.
  expect(recordDueSteps(late, agreement, rightAt).map(({ event }) => event.type)).toEqual([
    'milestone.overdue',
    'milestone.refund-right-began',
  ])
})

test('a milestone that is funded later than 2 days before its due date has no reminder', () => {
  const next = (fundedAt: Instant) => nextDueStepAt(withClock({ fundedAt }), agreement, fundedAt)
  expect(next(after(dueAt, -2 * day - 1))).toBe(after(dueAt, -2 * day))
  expect(next(after(dueAt, -2 * day))).toBe(dueAt)
})

test('the due date counts only while the creator has to deliver, and not while a chargeback freezes the milestone', () => {
  const at = after(dueAt, day)
  for (const state of ['awaiting_funding', 'submitted', 'approved', 'released', 'refunding', 'refunded'] as const) {
    const milestone = milestoneIn(state)
    expect([state, isOverdue(milestone, at), dueStepsReached(milestone, agreement, at)]).toEqual([state, false, []])
  }
  expect(dueStepsReached({ ...late, frozen: true }, agreement, at)).toEqual([])
})

test('notice can be given 7 days after the due date, or after a later funding, and not a millisecond before', () => {
  const notice = (at: Instant, milestone = late) => codeOf(giveNotice(milestone, agreement, 'client', { expected }, at))
  const rightAt = after(dueAt, 7 * day)
  expect([notice(after(rightAt, -1)), notice(rightAt)]).toEqual(['notice.too-early', 'ok'])
  expect([
    actionsAt(late, 'client', after(rightAt, -1)).includes('give-notice'),
    actionsAt(late, 'client', rightAt).includes('give-notice'),
  ]).toEqual([false, true])
  const fundedLate = withClock({ fundedAt: after(dueAt, day) })
  expect([notice(rightAt, fundedLate), notice(after(rightAt, day), fundedLate)]).toEqual(['notice.too-early', 'ok'])
  expect(notice(rightAt, { ...late, frozen: true })).toBe('milestone.frozen')
  expect(notice(rightAt, withClock({ noticeEndsAt: rightAt }))).toBe('notice.already-given')
})

test('the client claims the whole escrow once 48 hours of notice have passed, and not a millisecond before', () => {
  const rightAt = after(dueAt, 7 * day)
  const noticed = nextOf(giveNotice(late, agreement, 'client', { expected }, rightAt))
  const endsAt = after(rightAt, 48 * hour)
  expect(noticed.clock.noticeEndsAt).toBe(endsAt)
  const claim = (at: Instant, more: Partial<Milestone> = {}, hasSteppedUp = true) => {
    // The fields of the state stay as they are.
    const milestone = { ...noticed, ...more } as Milestone
    const input = { refundId: ids.refund, expected: milestone.version, hasSteppedUp }
    return claimRefund(milestone, agreement, 'client', input, at)
  }
  expect(codeOf(claim(after(endsAt, -1)))).toBe('notice.not-over')
  expect(endNotice(noticed, agreement, after(endsAt, -1))).toBeUndefined()
  expect(endNotice(noticed, agreement, endsAt)?.type).toBe('milestone.notice-ended')
  expect(claim(endsAt)).toMatchObject({
    value: {
      part: { amount: 100_000, clientFee: 5_000, creatorFee: 10_000 },
      next: { state: 'refunding', clock: { noticeEndsAt: null, extension: null } },
      event: { data: { refunded: 105_000, remaining: 0, cause: 'claim' } },
    },
  })
  expect(codeOf(claim(endsAt, { frozen: true }))).toBe('milestone.frozen')
  expect(codeOf(claim(endsAt, {}, false))).toBe('step-up.required')
  // What was given back before is not claimed again.
  const allocated = { price: 40_000, clientFee: 2_000, creatorFee: 4_000 } as Milestone['allocated']
  expect(claim(endsAt, { allocated })).toMatchObject({ value: { event: { data: { refunded: 63_000 } } } })
})

test('a submission ends notice and request, and after requested changes the right begins with their due date', () => {
  const noticed = withClock({ noticeEndsAt: now, extension })
  const ref = { deliverableId: ids.deliverable, hash, expected }
  const submitted = nextOf(submit(noticed, agreement, 'creator', ref, { ...version, ready: true }, dueAt))
  expect(submitted.clock).toMatchObject({ noticeEndsAt: null, extension: null, wasSubmitted: true })
  const withdrawn = nextOf(withdrawSubmission(submitted, agreement, 'creator', { expected: 2 }))
  expect(withdrawn.clock).toMatchObject({ noticeEndsAt: null, wasSubmitted: true })
  const sentBack = nextOf(
    requestChanges(submitted, agreement, 'client', { ...ref, items: ['Lower'], expected: 2 }, dueAt),
  )
  const rightAt = after(dueAt, 14 * day)
  const notice = (at: Instant) => codeOf(giveNotice(sentBack, agreement, 'client', { expected: 3 }, at))
  expect([sentBack.dueAt, notice(after(rightAt, -1)), notice(rightAt)]).toEqual([
    after(dueAt, 7 * day),
    'notice.too-early',
    'ok',
  ])
})

test('the creator’s own refund of all of it ends the notice, one of a part does not', () => {
  const noticed = withClock({ noticeEndsAt: now, extension })
  const give = (amount: number) => {
    const input = { refundId: ids.refund, amount, reason: '', expected, hasSteppedUp: true }
    return nextOf(refund(noticed, agreement, 'creator', input)).clock
  }
  expect(give(100_000)).toMatchObject({ noticeEndsAt: null, extension: null })
  expect(give(1)).toEqual(noticed.clock)
})

test('a new due date is later than the old one, ahead, and leaves the review window its place within 75 days', () => {
  const latest = after(now, (75 - 14) * day)
  expect(latestDueAt(late.clock, agreement)).toBe(latest)
  const move = (to: Instant, at = now) => codeOf(moveDueDate(late, agreement, 'client', { dueAt: to, expected }, at))
  expect([move(dueAt), move(after(dueAt, 1))]).toEqual(['due-date.not-later', 'ok'])
  expect([move(latest), move(after(latest, 1))]).toEqual(['ok', 'due-date.too-late'])
  const later = after(dueAt, 2 * day)
  expect([move(later, later), move(later, after(later, -1))]).toEqual(['due-date.past', 'ok'])
  const listed = (at: Instant) =>
    actionsAt(late, 'creator', at).includes('request-extension') &&
    actionsAt(late, 'client', at).includes('move-due-date')
  expect([listed(after(latest, -1)), listed(latest)]).toEqual([true, false])
})

test('one request for more time is open, with a reason, and granting it withdraws the notice and restarts the clock', () => {
  const ask = (milestone: Milestone, reason = 'Ill') =>
    requestExtension(milestone, agreement, 'creator', { dueAt: extension.dueAt, reason, expected }, now)
  expect(['', 'x'.repeat(501), 'x'.repeat(500)].map((reason) => codeOf(ask(late, reason)))).toEqual([
    'extension.reason-missing',
    'extension.reason-too-long',
    'ok',
  ])
  const asked = withClock({ extension, noticeEndsAt: after(now, day), lastStep: 'right-began' })
  expect(codeOf(ask(asked))).toBe('extension.already-requested')
  expect(actionsAt(asked, 'creator', now)).not.toContain('request-extension')
  expect(nextOf(grantExtension(asked, agreement, 'client', { expected }, now))).toMatchObject({
    dueAt: extension.dueAt,
    clock: { extension: null, noticeEndsAt: null, lastStep: null },
  })
  expect(nextOf(declineExtension(asked, agreement, 'client', { expected }))).toMatchObject({
    dueAt,
    clock: { extension: null, noticeEndsAt: after(now, day), lastStep: 'right-began' },
  })
  expect(codeOf(grantExtension(late, agreement, 'client', { expected }, now))).toBe('extension.not-requested')
  expect(codeOf(grantExtension(asked, agreement, 'client', { expected }, extension.dueAt))).toBe('due-date.past')
  expect(
    nextOf(moveDueDate(asked, agreement, 'client', { dueAt: extension.dueAt, expected }, now)).clock,
  ).toMatchObject({
    extension: null,
    noticeEndsAt: null,
    lastStep: null,
  })
})

test('on day 75 the escrow goes back when nothing was ever submitted; else an admin decides; frozen ones are left out', () => {
  const endsAt = after(now, 75 * day)
  const run = (at: Instant, milestone = late) =>
    codeOf(refundUnsubmitted(milestone, agreement, { refundId: ids.refund }, at))
  expect([run(after(endsAt, -1)), run(endsAt)]).toEqual(['milestone.too-early', 'ok'])
  const submittedOnce = withClock({ wasSubmitted: true })
  expect(run(endsAt, submittedOnce)).toBe('milestone.was-submitted')
  expect(run(endsAt, { ...late, frozen: true })).toBe('milestone.frozen')
  expect(run(endsAt, milestoneIn('submitted'))).toBe('milestone.not-in-progress')
  expect(
    [submittedOnce, late, { ...submittedOnce, frozen: true }].map((one) => needsDecision(one, agreement, endsAt)),
  ).toEqual([true, false, false])
  expect(needsDecision(submittedOnce, agreement, after(endsAt, -1))).toBe(false)
  const reminded = (at: Instant, milestone: Milestone = late) =>
    remindOfEscrowEnd(milestone, agreement, at) !== undefined
  const remindedAt = after(endsAt, -7 * day)
  expect([
    reminded(after(remindedAt, -1)),
    reminded(remindedAt),
    reminded(after(endsAt, -1)),
    reminded(endsAt),
  ]).toEqual([false, true, true, false])
  expect([reminded(remindedAt, submittedOnce), reminded(remindedAt, { ...late, frozen: true })]).toEqual([false, false])
})

test('the rest of what a settlement released a part of ends as split, claimed by the client or on day 75', () => {
  const rest = {
    ...withClock({ noticeEndsAt: now }),
    allocated: { price: 40_000, clientFee: 2_000, creatorFee: 4_000 } as Milestone['allocated'],
    released: 40_000 as Milestone['released'],
  }
  const input = { refundId: ids.refund, expected: rest.version, hasSteppedUp: true }
  const split = { value: { part: { amount: 60_000 }, next: { state: 'split', clock: { noticeEndsAt: null } } } }
  expect(claimRefund(rest, agreement, 'client', input, now)).toMatchObject(split)
  expect(refundUnsubmitted(rest, agreement, input, after(now, 75 * day))).toMatchObject(split)
  // Both are one act each on screen.
  expect(actionsAt(rest, 'client', now)).toContain('claim-refund')
  expect(actionsAt(rest, 'client', now)).not.toContain('claim-rest')
})

test('the creator adds review rounds to the agreed ones, and the client may ask once when all are used', () => {
  const used = { ...milestoneIn('submitted'), round: 2 }
  const ask = (milestone: Milestone) => requestRound(milestone, agreement, 'client', { expected })
  expect(codeOf(ask({ ...used, round: 1 }))).toBe('round.still-left')
  const asked = nextOf(ask(used))
  expect(codeOf(ask({ ...asked, version: 1 }))).toBe('round.already-requested')
  expect(actionsAt(asked, 'client', now)).not.toContain('request-round')
  const added = nextOf(addRound(asked, agreement, 'creator', { expected: 2 }))
  expect(added).toMatchObject({ extraRounds: 1, roundRequested: false, round: 2 })
  expect(actionsAt(added, 'client', now)).toContain('request-changes')
  const ref = { deliverableId: ids.deliverable, hash, items: ['Lower'], expected: 3 }
  const third = nextOf(requestChanges(added, agreement, 'client', ref, now))
  expect(third.round).toBe(3)
  expect(codeOf(requestChanges({ ...added, round: 3 }, agreement, 'client', ref, now))).toBe('milestone.no-rounds-left')
})
