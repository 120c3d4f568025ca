import { type UserId } from '../../ids.ts'
import { type Shares } from '../../money/fees.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { after, type Instant } from '../../time/instant.ts'
import { type Decision } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { type DisputeDecision } from './admin-decision.ts'
import {
  type Dispute,
  type Disputed,
  type DisputeEnd,
  disputeFacts,
  endWith,
  type PartIds,
  reviewMs,
  reviewReminderMs,
  reviewWindowMs,
  type Side,
  stepOn,
} from './dispute.ts'

/** The decision of an admin as they send it: the shares, and the reason that both sides read. */
export type AdminInput = PartIds &
  Shares & {
    /** The user id of the admin. */
    readonly by: UserId
    /** The user id of the second admin, where the sum needs one. */
    readonly confirmedBy?: UserId
    readonly reason: string
    readonly expected: number
    readonly hasSteppedUp: boolean
  }

/**
 * Decides a dispute for an admin once the mediation is over. Nothing moves before the time for a review is over. Refuses
 * dispute.not-deciding (conflict), dispute.stale (conflict), dispute.decision-pending (conflict) while another waits for a
 * second admin, step-up.required (not-allowed) when money would move, and what `endDispute` refuses.
 */
export function decideDispute(
  disputed: Disputed,
  input: AdminInput,
  now: Instant,
): Result<Decision<Dispute, CommissionEvent<'dispute.decided'>>> {
  const { dispute, milestone, agreement } = disputed
  const step = stepOn(dispute, 'decide-dispute', 'admin', input.expected)
  if (!step.ok) return step
  if (dispute.pending) return refuse('dispute.decision-pending', 'conflict')
  const { release, refund, by, confirmedBy = null } = input
  if (!input.hasSteppedUp && release + refund > 0) return refuse('step-up.required', 'not-allowed')
  const reason = input.reason.trim()
  const reviewUntil = after(now, reviewWindowMs)
  const shares = { released: release, refunded: refund }
  const data = { ...disputeFacts(dispute, milestone, agreement), ...shares, reason, reviewUntil }
  const event = { type: 'dispute.decided', data } as const
  // Shares that could not take effect today are refused now.
  const end = endWith(disputed, step.value, { release, refund }, { ...input, reason }, event, now)
  if (!end.ok) return end
  const decision = { release, refund, by, reason, at: now, reviewUntil, waivedBy: [], confirmedBy }
  return ok({ next: { ...step.value, decision }, event })
}

/**
 * Asks for the review of a decision by a second admin, once, for either side. Refuses dispute.not-reviewable (conflict),
 * also when the time for it is over, and dispute.not-your-step (not-allowed) to a side that has waived it.
 */
export function askReview(
  { dispute, milestone, agreement }: Disputed,
  by: Side,
  input: { readonly reason: string; readonly expected: number },
  now: Instant,
): Result<Decision<Dispute, CommissionEvent<'dispute.review-asked'>>> {
  const step = reviewStepOn(dispute, 'ask-review', by, input.expected, now)
  if (!step.ok) return step
  const reason = input.reason.trim()
  const review = { by, reason, askedAt: now, decideBy: after(now, reviewMs), outcome: null }
  const data = { ...disputeFacts(dispute, milestone, agreement), by, reason, decideBy: review.decideBy }
  return ok({ next: { ...step.value, review }, event: { type: 'dispute.review-asked', data } })
}

/**
 * Waives a review for one side; once both have, the decision can take effect. Refuses dispute.not-reviewable (conflict) and
 * dispute.not-your-step (not-allowed) to a side that has waived it before.
 */
export function waiveReview(
  { dispute, milestone, agreement }: Disputed,
  by: Side,
  { expected }: { readonly expected: number },
  now: Instant,
): Result<Decision<Dispute, CommissionEvent<'dispute.review-waived'>>> {
  const step = reviewStepOn(dispute, 'waive-review', by, expected, now)
  if (!step.ok) return step
  const { decision } = step.value
  const next = { ...step.value, decision: { ...decision, waivedBy: [...decision.waivedBy, by] } }
  const { reviewUntil } = decision
  const data = { ...disputeFacts(dispute, milestone, agreement), by, isLast: isReviewWaived(next), reviewUntil }
  return ok({ next, event: { type: 'dispute.review-waived', data } })
}

function reviewStepOn(
  dispute: Dispute,
  action: 'ask-review' | 'waive-review',
  by: Side,
  expected: number,
  now: Instant,
): Result<Dispute & { readonly decision: NonNullable<Dispute['decision']> }> {
  const step = stepOn(dispute, action, by, expected)
  if (!step.ok) return step
  const { decision } = step.value
  if (!decision || now >= decision.reviewUntil) return refuse('dispute.not-reviewable', 'conflict')
  return ok({ ...step.value, decision })
}

/** Returns whether an admin made or confirmed a decision, and so cannot review it. */
export function hasDecided({ by, confirmedBy }: Pick<DisputeDecision, 'by' | 'confirmedBy'>, admin: UserId): boolean {
  return admin === by || admin === confirmedBy
}

/** Returns whether both sides have waived a review. */
export function isReviewWaived({ decision }: Dispute): boolean {
  return decision?.waivedBy.length === 2
}

/** Returns the event that reminds both sides of the end of the time for a review; undefined when it is not near. */
export function remindOfReview(
  { dispute, milestone, agreement }: Disputed,
  now: Instant,
): CommissionEvent<'dispute.review-reminded'> | undefined {
  const { state, decision } = dispute
  if (state !== 'reviewable' || !decision) return undefined
  const { reviewUntil, waivedBy } = decision
  if (now < reviewUntil - reviewReminderMs || now >= reviewUntil) return undefined
  return {
    type: 'dispute.review-reminded',
    data: { ...disputeFacts(dispute, milestone, agreement), waivedBy, reviewUntil },
  }
}

/**
 * Lets a decision take effect, which ends the dispute; done by the system once the time for a review is over or both have
 * waived it, and when a review was not decided in time. Refuses dispute.too-early (conflict) and what `endDispute` refuses.
 */
export function takeEffect(
  disputed: Disputed,
  input: PartIds,
  now: Instant,
): Result<DisputeEnd<'dispute.took-effect'>> {
  const { dispute, milestone, agreement } = disputed
  const step = stepOn(dispute, 'take-effect', 'system')
  if (!step.ok) return step
  const { decision, review } = dispute
  if (!decision) return refuse('dispute.not-reviewable', 'conflict')
  const effectiveAt = review?.decideBy ?? decision.reviewUntil
  if (now < effectiveAt && !isReviewWaived(dispute)) return refuse('dispute.too-early', 'conflict')
  const { release, refund, reason } = decision
  const data = {
    ...disputeFacts(dispute, milestone, agreement),
    released: release,
    refunded: refund,
    isReviewOverdue: review !== null,
  }
  return endWith(disputed, step.value, decision, { ...input, reason }, { type: 'dispute.took-effect', data }, now)
}

/**
 * Decides a review for an admin who is not the one of the decision; it confirms the decision or replaces it, and takes effect
 * at once. Refuses dispute.not-reviewing (conflict), dispute.stale (conflict), dispute.same-admin (not-allowed),
 * step-up.required (not-allowed) when money moves, and what `endDispute` refuses.
 */
export function decideReview(
  disputed: Disputed,
  input: AdminInput,
  now: Instant,
): Result<DisputeEnd<'dispute.review-decided'>> {
  const { dispute, milestone, agreement } = disputed
  const step = stepOn(dispute, 'decide-review', 'admin', input.expected)
  if (!step.ok) return step
  const { release, refund, by } = input
  const { decision, review } = step.value
  if (!decision || !review) return refuse('dispute.not-reviewing', 'conflict')
  if (dispute.pending) return refuse('dispute.decision-pending', 'conflict')
  if (hasDecided(decision, by)) return refuse('dispute.same-admin', 'not-allowed')
  if (!input.hasSteppedUp && release + refund > 0) return refuse('step-up.required', 'not-allowed')
  const reason = input.reason.trim()
  const isConfirmed = release === decision.release && refund === decision.refund
  const data = {
    ...disputeFacts(dispute, milestone, agreement),
    released: release,
    refunded: refund,
    reason,
    isConfirmed,
  }
  const reviewed = { ...step.value, review: { ...review, outcome: { by, reason } } }
  const event = { type: 'dispute.review-decided', data } as const
  return endWith(disputed, reviewed, { release, refund }, { ...input, reason }, event, now)
}
