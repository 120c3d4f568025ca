import { type DisputeId, type RefundId, type ReleaseId } from '../../ids.ts'
import { allocateShares, type PricePart, type Shares, split } from '../../money/fees.ts'
import { minor, type Minor } from '../../money/money.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { applyTransition, type Party } from '../../state-machine.ts'
import { after, day, type Instant } from '../../time/instant.ts'
import { type Agreement } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { receivedOf } from '../settlements/settle-milestone.ts'
import { type DisputableState, type MilestoneAction, milestoneMachine } from './milestone-states.ts'
import {
  type DisputedMilestone,
  fieldsOf,
  isSubmitted,
  type Milestone,
  milestoneFacts,
  unallocatedPrice,
} from './milestone.ts'
import { refundedOf } from './refund.ts'

/**
 * Locks a part of the escrow for a dispute and stops the clocks. Refuses dispute.not-in-escrow (conflict), milestone.frozen
 * (conflict) and dispute.amount-invalid (invalid, with `max`).
 */
export function lockForDispute(
  milestone: Milestone,
  by: Party,
  { amount, expected }: { readonly amount: number; readonly expected: number },
  now: Instant,
): Result<DisputedMilestone> {
  const step = applyTransition(milestoneMachine, milestone, 'open-dispute', by, expected)
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  const max = unallocatedPrice(milestone)
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > max) {
    return refuse('dispute.amount-invalid', 'invalid', { field: 'amount', detail: { max } })
  }
  // The table lets a dispute begin in these states only.
  const from = milestone.state as DisputableState
  return ok({
    ...fieldsOf(milestone),
    clock: milestone.clock,
    roundRequested: milestone.roundRequested,
    state: 'disputed',
    dispute: {
      amount: minor(amount),
      from,
      since: now,
      submission: isSubmitted(milestone) ? milestone.submission : null,
    },
    version: milestone.version + 1,
  })
}

const resumedBy: Readonly<Record<DisputableState, MilestoneAction>> = {
  funded: 'resume-funded',
  in_progress: 'resume-in-progress',
  changes_requested: 'resume-changes',
  submitted: 'resume-review',
}

/** A milestone after its dispute, and what the `dispute_resolve` transaction posts, once. */
export type ResolvedMilestone = {
  readonly next: Milestone
  readonly released: PricePart
  readonly refunded: PricePart
  /** The rest of the locked part, which goes back into the escrow. */
  readonly returned: Minor
  /** True if the version that was in review is accepted by the end of the dispute. */
  readonly isApproved: boolean
  readonly events: readonly CommissionEvent<
    'milestone.released' | 'milestone.part-released' | 'milestone.refund-requested'
  >[]
}

export type ResolutionRef = {
  readonly disputeId: DisputeId
  readonly releaseId: ReleaseId
  readonly refundId: RefundId
  readonly reason: string
}

/**
 * Ends the dispute of a milestone with shares of the disputed part; done by the system once both agree, an admin decides, or
 * the opener withdraws. What is not divided returns to the escrow, and the milestone goes on from where it was, its clocks
 * later by the time of the dispute. With nothing left it is released if all went to the creator for the version in review,
 * refunded if all went back, and else split. Refuses milestone.frozen (conflict) and dispute.shares-invalid (invalid, with
 * `max`).
 */
export function endDispute(
  milestone: Milestone,
  agreement: Agreement,
  { release, refund }: Shares,
  { disputeId, releaseId, refundId, reason }: ResolutionRef,
  now: Instant,
): Result<ResolvedMilestone> {
  if (milestone.state !== 'disputed') return refuse('dispute.not-running', 'conflict')
  const { dispute } = milestone
  const together = release + refund
  if (together > 0 && milestone.frozen) return refuse('milestone.frozen', 'conflict')
  const areAmounts = [release, refund].every((amount) => Number.isSafeInteger(amount) && amount >= 0)
  if (!areAmounts || together > dispute.amount) {
    return refuse('dispute.shares-invalid', 'invalid', { field: 'release', detail: { max: dispute.amount } })
  }
  const { price, clientFee, creatorFee } = split(milestone.amount, agreement.rates)
  const divided = allocateShares({ price, clientFee, creatorFee, allocated: milestone.allocated }, { release, refund })
  const { released, refunded } = divided
  const { allocated } = divided.allocation
  const remaining = minor(milestone.amount - allocated.price)
  const releasedPrice = minor(milestone.released + release)
  const money = { allocated, released: releasedPrice, version: milestone.version + 1 }
  const ended = { ...fieldsOf(milestone), ...money }
  const isWholeReleased = remaining === 0 && releasedPrice === milestone.amount
  const approved = isWholeReleased ? dispute.submission : null
  const next: Milestone =
    remaining > 0
      ? { ...resumed(milestone, now), ...money }
      : approved
        ? { ...ended, state: 'released', submission: approved }
        : releasedPrice > 0
          ? { ...ended, state: 'split' }
          : { ...ended, state: 'refunding', refundId }
  const action =
    remaining > 0
      ? resumedBy[dispute.from]
      : approved
        ? 'award-all'
        : releasedPrice > 0
          ? 'award-shares'
          : 'award-refund'
  const step = applyTransition(milestoneMachine, milestone, action, 'system')
  if (!step.ok) return step
  const facts = milestoneFacts(milestone, agreement)
  const releaseFacts = {
    ...facts,
    disputeId,
    amount: released.amount,
    clientFee: released.clientFee,
    creatorFee: released.creatorFee,
    creatorReceives: receivedOf(released),
    availableAt: after(now, agreement.rates.payoutDelayMs),
  }
  const releaseEvent: ResolvedMilestone['events'][number] = approved
    ? { type: 'milestone.released', data: { ...releaseFacts, auto: false, last: false } }
    : { type: 'milestone.part-released', data: { ...releaseFacts, releaseId, remaining } }
  const refundRequested: CommissionEvent<'milestone.refund-requested'> = {
    type: 'milestone.refund-requested',
    data: {
      ...facts,
      disputeId,
      refundId,
      price: refunded.amount,
      clientFee: refunded.clientFee,
      creatorFee: refunded.creatorFee,
      refunded: refundedOf(refunded),
      remaining,
      reason,
    },
  }
  return ok({
    next,
    released,
    refunded,
    returned: minor(dispute.amount - together),
    isApproved: approved !== null,
    events: [...(release > 0 ? [releaseEvent] : []), ...(refund > 0 ? [refundRequested] : [])],
  })
}

/** Returns the milestone in the state before its dispute, with its clocks later by the time of the dispute. */
function resumed(milestone: DisputedMilestone, now: Instant): Milestone {
  const { from, since, submission } = milestone.dispute
  const pausedMs = now - since
  const { clock } = milestone
  const fields = {
    ...fieldsOf(milestone),
    roundRequested: milestone.roundRequested,
    clock: { ...clock, pausedMs: clock.pausedMs + pausedMs },
  }
  if (from === 'submitted') {
    if (!submission) throw new Error(`milestone ${milestone.id} was disputed in review without a version`)
    // A day at least, so that the last reminder comes before the end.
    const reviewEndsAt = after(now, Math.max(submission.reviewEndsAt - since, day))
    return { ...fields, state: from, submission: { ...submission, reviewEndsAt } }
  }
  const { noticeEndsAt } = clock
  return {
    ...fields,
    state: from,
    dueAt: after(milestone.dueAt, pausedMs),
    clock: { ...fields.clock, noticeEndsAt: noticeEndsAt && after(noticeEndsAt, pausedMs) },
  }
}
