import { describe, expect, test } from 'vitest'
import { type DisputeId, type DisputeTermsId, type RefundId, type ReleaseId, type UserId } from '../../ids.ts'
import { minor } from '../../money/money.ts'
import { type Result } from '../../result.ts'
import { after, day, type Instant } from '../../time/instant.ts'
import { agreement, milestoneIn, now } from '../testing/fixtures.ts'
import {
  askReview,
  decideDispute,
  decideReview,
  isReviewWaived,
  remindOfReview,
  takeEffect,
  waiveReview,
} from './dispute-decision.ts'
import { adminActionsOn, confirmDecision, dropDecision, proposeDecision } from './pending-decision.ts'
import { disputeActionsFor, type Disputed, nextDisputeStepAt, openDispute, withdrawDispute } from './dispute.ts'

const partIds = { releaseId: 'release-1' as ReleaseId, refundId: 'refund-9' as RefundId }
const first = 'admin-1' as UserId
const second = 'admin-2' as UserId
const decidedAt = after(now, 20 * day)
const ends = after(decidedAt, 7 * day)

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}
const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const sharesOf = (toCreator: number, toClient: number) => ({ release: minor(toCreator), refund: minor(toClient) })

/** Returns a dispute of 400.00 whose mediation is over. */
function deciding(): Disputed {
  const milestone = milestoneIn('submitted')
  const wish = sharesOf(0, 40_000)
  const input = {
    amount: 40_000,
    reason: 'quality',
    wish,
    expected: milestone.version,
    holidays: new Set<string>(),
  } as const
  const opened = valueOf(openDispute('dispute-1' as DisputeId, milestone, agreement, 'client', input, now))
  return { dispute: { ...opened.next, state: 'deciding' }, milestone: opened.milestone, agreement }
}
const inputOf = ({ dispute }: Disputed, by: UserId, toCreator: number, toClient: number, hasSteppedUp = true) => {
  const shares = sharesOf(toCreator, toClient)
  return { ...partIds, ...shares, by, reason: ' As drawn ', expected: dispute.version, hasSteppedUp }
}
/** Returns a dispute that an admin decided with 250.00 to the creator and 150.00 back. */
function decided(): Disputed {
  const start = deciding()
  const { next } = valueOf(decideDispute(start, inputOf(start, first, 25_000, 15_000), decidedAt))
  return { ...start, dispute: next }
}
function ask(disputed: Disputed, by: 'client' | 'creator', at: Instant) {
  return askReview(disputed, by, { reason: ' It was in the brief ', expected: disputed.dispute.version }, at)
}
function waive(disputed: Disputed, by: 'client' | 'creator', at: Instant = decidedAt) {
  return waiveReview(disputed, by, { expected: disputed.dispute.version }, at)
}
function inReview(at: Instant = decidedAt): Disputed {
  const start = decided()
  return { ...start, dispute: valueOf(ask(start, 'creator', at)).next }
}
const review = (disputed: Disputed, by: UserId, toCreator: number, toClient: number, hasSteppedUp = true) =>
  decideReview(disputed, inputOf(disputed, by, toCreator, toClient, hasSteppedUp), after(decidedAt, day))

describe('a decision', () => {
  test('moves nothing before seven days are over, to the millisecond', () => {
    const disputed = decided()
    expect(disputed.dispute).toMatchObject({
      state: 'reviewable',
      award: null,
      decision: { release: 25_000, refund: 15_000, by: first, reason: 'As drawn', reviewUntil: ends, waivedBy: [] },
    })
    expect(codeOf(takeEffect(disputed, partIds, after(ends, -1)))).toBe('dispute.too-early')
    const end = valueOf(takeEffect(disputed, partIds, ends))
    expect(end.next).toMatchObject({ state: 'decided', award: sharesOf(25_000, 15_000) })
    expect(end.event.data).toMatchObject({ released: 25_000, refunded: 15_000, isReviewOverdue: false })
    expect(end.resolved.next).toMatchObject({ state: 'submitted' })
    expect(codeOf(takeEffect({ ...disputed, dispute: end.next }, partIds, ends))).toBe('dispute.not-reviewable')
  })

  test('is followed by a reminder a day before that, to the millisecond, and then takes effect', () => {
    const disputed = decided()
    const remindsAt = after(ends, -day)
    expect(nextDisputeStepAt(disputed.dispute, after(remindsAt, -1))).toBe(remindsAt)
    expect(nextDisputeStepAt(disputed.dispute, remindsAt)).toBe(ends)
    expect(remindOfReview(disputed, after(remindsAt, -1))).toBeUndefined()
    expect(remindOfReview(disputed, remindsAt)?.type).toBe('dispute.review-reminded')
    expect(remindOfReview(disputed, ends)).toBeUndefined()
  })

  test('cannot be withdrawn by the opener alone, and stays open to terms of both', () => {
    const disputed = decided()
    const { version: expected } = disputed.dispute
    expect(codeOf(withdrawDispute(disputed, 'client', { ...partIds, expected }, decidedAt))).toBe(
      'dispute.not-withdrawable',
    )
    const offered = {
      ...disputed.dispute,
      terms: { id: 't' as DisputeTermsId, by: 'client' as const, ...sharesOf(1, 1) },
    }
    expect(disputeActionsFor(offered, 'creator')).toEqual([
      'ask-review',
      'waive-review',
      'offer-terms',
      'accept-terms',
      'decline-terms',
    ])
  })

  test('that could not take effect is refused when it is made', () => {
    const start = deciding()
    expect(codeOf(decideDispute(start, inputOf(start, first, 40_000, 1), decidedAt))).toBe('dispute.shares-invalid')
    expect(codeOf(decideDispute(start, inputOf(start, first, 1, 0, false), decidedAt))).toBe('step-up.required')
    const frozen = { ...start, milestone: { ...start.milestone, frozen: true } }
    expect(codeOf(decideDispute(frozen, inputOf(start, first, 1, 0), decidedAt))).toBe('milestone.frozen')
  })
})

describe('a review', () => {
  test('can be asked for once, by either side, until the last millisecond', () => {
    const disputed = decided()
    expect(codeOf(ask(disputed, 'client', ends))).toBe('dispute.not-reviewable')
    const at = after(ends, -1)
    const asked = valueOf(ask(disputed, 'client', at))
    expect(asked.next).toMatchObject({
      state: 'reviewing',
      review: {
        by: 'client',
        reason: 'It was in the brief',
        askedAt: at,
        decideBy: after(at, 14 * day),
        outcome: null,
      },
    })
    expect(codeOf(ask({ ...disputed, dispute: asked.next }, 'creator', at))).toBe('dispute.not-reviewable')
    expect(codeOf(waive({ ...disputed, dispute: asked.next }, 'creator', at))).toBe('dispute.not-reviewable')
  })

  test('that a side has waived is no longer theirs, and both can waive it', () => {
    const disputed = decided()
    const waived = { ...disputed, dispute: valueOf(waive(disputed, 'client')).next }
    expect(isReviewWaived(waived.dispute)).toBe(false)
    expect(codeOf(takeEffect(waived, partIds, decidedAt))).toBe('dispute.too-early')
    expect(codeOf(waive(waived, 'client'))).toBe('dispute.not-your-step')
    expect(codeOf(ask(waived, 'client', decidedAt))).toBe('dispute.not-your-step')
    expect(disputeActionsFor(waived.dispute, 'client')).toEqual(['offer-terms'])
    expect(codeOf(ask(waived, 'creator', decidedAt))).toBe('ok')
    const both = { ...disputed, dispute: valueOf(waive(waived, 'creator')).next }
    expect(isReviewWaived(both.dispute)).toBe(true)
    expect(valueOf(takeEffect(both, partIds, decidedAt)).next.state).toBe('decided')
  })

  test('is decided by another admin alone, with a step-up where money moves, and is final', () => {
    const disputed = inReview()
    expect(codeOf(review(disputed, first, 25_000, 15_000))).toBe('dispute.same-admin')
    expect(codeOf(review(disputed, second, 25_000, 15_000, false))).toBe('step-up.required')
    expect(codeOf(review(disputed, second, 25_000, 15_001))).toBe('dispute.shares-invalid')
    const confirmed = valueOf(review(disputed, second, 25_000, 15_000))
    expect(confirmed.event.data).toMatchObject({ isConfirmed: true, reason: 'As drawn' })
    const replaced = valueOf(review(disputed, second, 0, 0, false))
    expect(replaced).toMatchObject({
      next: { state: 'decided', award: sharesOf(0, 0), review: { outcome: { by: second, reason: 'As drawn' } } },
      resolved: { returned: 40_000 },
      event: { data: { isConfirmed: false } },
    })
    expect(codeOf(review({ ...disputed, dispute: replaced.next }, second, 1, 1))).toBe('dispute.not-reviewing')
    expect(codeOf(review(decided(), second, 1, 1))).toBe('dispute.not-reviewing')
    const stale = { ...inputOf(disputed, second, 1, 1), expected: 1 }
    expect(codeOf(decideReview(disputed, stale, decidedAt))).toBe('dispute.stale')
  })

  test('that is not decided within 14 days leaves the decision as it is, to the millisecond', () => {
    const disputed = inReview()
    const over = after(decidedAt, 14 * day)
    expect(nextDisputeStepAt(disputed.dispute, decidedAt)).toBe(over)
    expect(codeOf(takeEffect(disputed, partIds, after(over, -1)))).toBe('dispute.too-early')
    const end = valueOf(takeEffect(disputed, partIds, over))
    expect(end.next.award).toEqual(sharesOf(25_000, 15_000))
    expect(end.event.data.isReviewOverdue).toBe(true)
  })
})

describe('a decision above the limit', () => {
  const third = 'admin-3' as UserId
  const propose = (disputed: Disputed, by: UserId, at: Instant = decidedAt) => {
    const { next } = valueOf(proposeDecision(disputed, inputOf(disputed, by, 25_000, 15_000), at))
    return { ...disputed, dispute: next }
  }
  const confirm = (disputed: Disputed, by: UserId, at: Instant, hasSteppedUp = true) => {
    const { version: expected } = disputed.dispute
    return confirmDecision(disputed, { ...partIds, by, expected, hasSteppedUp }, at)
  }
  const expires = after(decidedAt, 7 * day)

  test('changes nothing until another admin confirms it, with a step-up, and then counts from that moment', () => {
    const start = deciding()
    expect(codeOf(proposeDecision(start, inputOf(start, first, 40_000, 1), decidedAt))).toBe('dispute.shares-invalid')
    expect(codeOf(proposeDecision(start, inputOf(start, first, 1, 1, false), decidedAt))).toBe('step-up.required')
    const proposed = propose(start, first)
    expect(proposed.dispute).toMatchObject({ state: 'deciding', decision: null, pending: { by: first } })
    expect(codeOf(proposeDecision(proposed, inputOf(proposed, second, 1, 1), decidedAt))).toBe(
      'dispute.decision-pending',
    )
    expect(codeOf(decideDispute(proposed, inputOf(proposed, second, 1, 1), decidedAt))).toBe('dispute.decision-pending')
    expect(codeOf(confirm(start, second, decidedAt))).toBe('dispute.no-decision-pending')
    expect(codeOf(confirm(proposed, first, decidedAt))).toBe('dispute.same-admin')
    expect(codeOf(confirm(proposed, second, decidedAt, false))).toBe('step-up.required')
    expect(codeOf(confirm(proposed, second, expires))).toBe('dispute.no-decision-pending')
    const at = after(expires, -1)
    expect(valueOf(confirm(proposed, second, at)).decided.next).toMatchObject({
      state: 'reviewable',
      pending: null,
      decision: { by: first, confirmedBy: second, at, reviewUntil: after(at, 7 * day), reason: 'As drawn' },
    })
  })

  test('expires to the millisecond, and any admin can drop it before', () => {
    const proposed = propose(deciding(), first)
    expect(nextDisputeStepAt(proposed.dispute, decidedAt)).toBe(expires)
    expect(codeOf(dropDecision(proposed, 'system', after(expires, -1)))).toBe('dispute.too-early')
    expect(valueOf(dropDecision(proposed, 'system', expires)).next.pending).toBeNull()
    expect(codeOf(dropDecision(proposed, 'admin', decidedAt, 1))).toBe('dispute.stale')
    const { next } = valueOf(dropDecision(proposed, 'admin', decidedAt, proposed.dispute.version))
    expect(next).toMatchObject({ state: 'deciding', pending: null })
    expect(codeOf(dropDecision({ ...proposed, dispute: next }, 'admin', decidedAt))).toBe('dispute.no-decision-pending')
  })

  test('of a review needs two who took no part in the decision, and does not outlive the review', () => {
    const confirmed = valueOf(confirm(propose(deciding(), first), second, decidedAt)).decided.next
    const asked = valueOf(ask({ ...deciding(), dispute: confirmed }, 'client', decidedAt)).next
    const reviewed = { ...deciding(), dispute: asked }
    for (const barred of [first, second]) {
      const input = inputOf(reviewed, barred, 1, 1)
      expect(codeOf(proposeDecision(reviewed, input, decidedAt))).toBe('dispute.same-admin')
      expect(codeOf(decideReview(reviewed, input, decidedAt))).toBe('dispute.same-admin')
      expect(adminActionsOn(asked, barred)).toEqual([])
    }
    const late = after(decidedAt, 10 * day)
    const proposed = propose(reviewed, third, late)
    expect(nextDisputeStepAt(proposed.dispute, late)).toBe(after(decidedAt, 14 * day))
    expect(codeOf(confirm(proposed, second, late))).toBe('dispute.same-admin')
    const ended = valueOf(confirm(proposed, 'admin-4' as UserId, late))
    expect(ended).toMatchObject({ kind: 'review', decided: { next: { state: 'decided', pending: null } } })
    const over = valueOf(takeEffect(proposed, partIds, after(decidedAt, 14 * day)))
    expect(over.next).toMatchObject({ state: 'decided', pending: null })
  })

  test('offers each admin the steps that they can take', () => {
    const { dispute } = propose(deciding(), first)
    expect(adminActionsOn(dispute, first)).toEqual(['drop-decision'])
    expect(adminActionsOn(dispute, second)).toEqual(['confirm-decision', 'drop-decision'])
    expect(adminActionsOn(deciding().dispute, first)).toEqual(['decide-dispute'])
  })
})
