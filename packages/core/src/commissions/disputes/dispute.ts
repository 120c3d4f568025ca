import {
  type CommissionId,
  type DisputeId,
  type DisputeTermsId,
  type MilestoneId,
  type RefundId,
  type ReleaseId,
} from '../../ids.ts'
import { type Shares } from '../../money/fees.ts'
import { type Currency, minor, type Minor } from '../../money/money.ts'
import { needsStepUp } from '../../money/step-up-threshold.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { allowedActions, applyTransition, type Party } from '../../state-machine.ts'
import { after, day, type Instant, instant, type Milliseconds } from '../../time/instant.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent, type DisputeFacts } from '../events.ts'
import { endDispute, lockForDispute, type ResolvedMilestone } from '../milestones/disputed-milestone.ts'
import { type DisputedMilestone, type Milestone, milestoneFacts } from '../milestones/milestone.ts'
import { addBusinessDays } from './business-days.ts'
import { type DisputeDecision, type DisputeReview, type PendingDecision } from './admin-decision.ts'
import { type DisputeAction, disputeMachine, type DisputeState } from './dispute-states.ts'

/** Why a dispute is opened. */
export const disputeReasons = ['not-delivered', 'late', 'not-as-agreed', 'quality', 'no-answer', 'other'] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** Limits of the evidence of one side; the text is in UTF-16 units. */
export const evidenceLimits = { text: 5_000, files: 10, references: 30 } as const
/** Longest text with offered terms, and longest reason of a decision, in UTF-16 units. */
export const maxDisputeText = 2_000
/** The number of business days in which the other side has to answer. */
export const answerBusinessDays = 5
/** From the opening to the end of the mediation, in milliseconds. */
export const mediationMs: Milliseconds = 14 * day
/** From the opening to the last day of a decision, in milliseconds. */
export const decisionMs: Milliseconds = 30 * day
/** The other side is reminded so long before its time to answer ends, in milliseconds. */
export const answerReminderMs: Milliseconds = day
/** From a decision to the end of the time in which either side can ask for its review, in milliseconds. */
export const reviewWindowMs: Milliseconds = 7 * day
/** Both sides are reminded so long before that time ends, in milliseconds. */
export const reviewReminderMs: Milliseconds = day
/** From the request for a review to the last moment of its decision, in milliseconds. */
export const reviewMs: Milliseconds = 14 * day

export type Side = 'client' | 'creator'

/** Terms that one side offers: parts of the disputed price. What they leave returns to the escrow. */
export type DisputeTerms = Shares & { readonly id: DisputeTermsId; readonly by: Side }

/** A dispute about a part of the escrow of a milestone. */
export type Dispute = {
  readonly id: DisputeId
  readonly milestoneId: MilestoneId
  readonly commissionId: CommissionId
  readonly opener: Side
  readonly state: DisputeState
  readonly version: number
  readonly reason: DisputeReason
  /** The disputed part of the price. */
  readonly amount: Minor
  readonly currency: Currency
  /** The shares that the opener asks for; both sum to the disputed part. */
  readonly wish: Shares
  readonly openedAt: Instant
  readonly answerBy: Instant
  readonly mediationEndsAt: Instant
  readonly decideBy: Instant
  readonly isAnswered: boolean
  /** The terms that wait for an answer. */
  readonly terms: DisputeTerms | null
  /** The decision of an admin; null before one. */
  readonly decision: DisputeDecision | null
  /** The review of that decision, once a side has asked for it. */
  readonly review: DisputeReview | null
  /** A decision that waits for a second admin; null without one. */
  readonly pending: PendingDecision | null
  /** The shares that an end gave; null before one. */
  readonly award: Shares | null
}

/**
 * Opens a dispute about a part of the escrow, for either side, which locks that part and stops the clocks of the milestone.
 * Refuses what `lockForDispute` refuses and dispute.wish-invalid (invalid, with `max`) unless both shares sum to the amount.
 */
export function openDispute(
  id: DisputeId,
  milestone: Milestone,
  agreement: Agreement,
  by: Side,
  input: {
    readonly amount: number
    readonly reason: DisputeReason
    readonly wish: Shares
    readonly expected: number
    readonly holidays: ReadonlySet<string>
  },
  now: Instant,
): Result<Decision<Dispute, CommissionEvent<'dispute.opened'>> & { readonly milestone: DisputedMilestone }> {
  const { amount, reason, wish, expected, holidays } = input
  const locked = lockForDispute(milestone, by, { amount, expected }, now)
  if (!locked.ok) return locked
  const step = applyTransition(disputeMachine, null, 'open-dispute', by)
  if (!step.ok) return step
  const areShares = [wish.release, wish.refund].every((share) => Number.isSafeInteger(share) && share >= 0)
  if (!areShares || wish.release + wish.refund !== amount) {
    return refuse('dispute.wish-invalid', 'invalid', { field: 'wish.refund', detail: { max: amount } })
  }
  const next: Dispute = {
    id,
    milestoneId: milestone.id,
    commissionId: agreement.commissionId,
    opener: by,
    state: step.value,
    version: 1,
    reason,
    amount: minor(amount),
    currency: milestone.currency,
    wish,
    openedAt: now,
    answerBy: addBusinessDays(now, answerBusinessDays, holidays),
    mediationEndsAt: after(now, mediationMs),
    decideBy: after(now, decisionMs),
    isAnswered: false,
    terms: null,
    decision: null,
    review: null,
    pending: null,
    award: null,
  }
  const data = { ...disputeFacts(next, milestone, agreement), reason, answerBy: next.answerBy }
  return ok({ next, milestone: locked.value, event: { type: 'dispute.opened', data } })
}

/** The milestone of a dispute and its contract, both locked. */
export type Disputed = { readonly dispute: Dispute; readonly milestone: Milestone; readonly agreement: Agreement }

/**
 * Takes the answer of the other side, once. It may come late, while the mediation lasts. Refuses dispute.not-answerable
 * (conflict), dispute.not-your-step (not-allowed) and dispute.stale (conflict).
 */
export function answerDispute(
  { dispute, milestone, agreement }: Disputed,
  by: Side,
  { expected }: { readonly expected: number },
): Result<Decision<Dispute, CommissionEvent<'dispute.answered'>>> {
  const step = stepOn(dispute, 'answer-dispute', by, expected)
  if (!step.ok) return step
  if (dispute.isAnswered) return refuse('dispute.not-answerable', 'conflict')
  const next = { ...step.value, isAnswered: true }
  return ok({ next, event: { type: 'dispute.answered', data: disputeFacts(dispute, milestone, agreement) } })
}

/** Ends the time to answer in silence; done by the system. Refuses dispute.too-early (conflict). */
export function passAnswerDate(
  { dispute, milestone, agreement }: Disputed,
  now: Instant,
): Result<Decision<Dispute, CommissionEvent<'dispute.unanswered'>>> {
  const step = stepOn(dispute, 'pass-answer-date', 'system')
  if (!step.ok) return step
  if (now < dispute.answerBy) return refuse('dispute.too-early', 'conflict')
  const data = { ...disputeFacts(dispute, milestone, agreement), mediationEndsAt: dispute.mediationEndsAt }
  return ok({ next: step.value, event: { type: 'dispute.unanswered', data } })
}

/** Ends the mediation, after which an admin decides; done by the system. Refuses dispute.too-early (conflict). */
export function endMediation(
  { dispute, milestone, agreement }: Disputed,
  now: Instant,
): Result<Decision<Dispute, CommissionEvent<'dispute.mediation-ended'>>> {
  const step = stepOn(dispute, 'end-mediation', 'system')
  if (!step.ok) return step
  if (now < dispute.mediationEndsAt) return refuse('dispute.too-early', 'conflict')
  const data = { ...disputeFacts(dispute, milestone, agreement), decideBy: dispute.decideBy }
  return ok({ next: step.value, event: { type: 'dispute.mediation-ended', data } })
}

/** Returns the event that reminds the other side to answer; undefined once it has, or the time is over. */
export function remindToAnswer(
  { dispute, milestone, agreement }: Disputed,
  now: Instant,
): CommissionEvent<'dispute.answer-reminded'> | undefined {
  const { state, answerBy } = dispute
  if (state !== 'open' || now >= answerBy) return undefined
  return { type: 'dispute.answer-reminded', data: { ...disputeFacts(dispute, milestone, agreement), answerBy } }
}

/** Returns when the timer of a dispute runs next; undefined once it waits for an admin's first decision or has ended. */
export function nextDisputeStepAt(dispute: Dispute, now: Instant): Instant | undefined {
  const { state, answerBy, mediationEndsAt, decision, review, pending } = dispute
  const remindedBefore = (end: Instant, ms: Milliseconds) => (now < end - ms ? instant(end - ms) : end)
  switch (state) {
    case 'open':
      return remindedBefore(answerBy, answerReminderMs)
    case 'mediation':
      return mediationEndsAt
    case 'reviewable':
      return decision ? remindedBefore(decision.reviewUntil, reviewReminderMs) : undefined
    case 'deciding':
      return pending?.expiresAt
    case 'reviewing':
      return review ? instant(Math.min(review.decideBy, pending?.expiresAt ?? review.decideBy)) : undefined
    default:
      return undefined
  }
}

/**
 * Offers terms that end the dispute once the other side accepts them. They take the place of open terms of either side.
 * Refuses dispute.terms-invalid (invalid, with `max`), and step-up.required (not-allowed) when the author gives up more than
 * the limit.
 */
export function offerTerms(
  { dispute, milestone, agreement }: Disputed,
  id: DisputeTermsId,
  by: Side,
  input: Shares & { readonly reason: string; readonly expected: number; readonly hasSteppedUp: boolean },
): Result<Decision<Dispute, CommissionEvent<'dispute.terms-offered'>> & { readonly terms: DisputeTerms }> {
  const step = stepOn(dispute, 'offer-terms', by, input.expected)
  if (!step.ok) return step
  const { release, refund } = input
  const areAmounts = [release, refund].every((amount) => Number.isSafeInteger(amount) && amount >= 0)
  if (!areAmounts || release + refund < 1 || release + refund > dispute.amount) {
    return refuse('dispute.terms-invalid', 'invalid', { field: 'release', detail: { max: dispute.amount } })
  }
  const terms = { id, by, release, refund }
  if (!input.hasSteppedUp && givesUpMuch(dispute, terms, by)) return refuse('step-up.required', 'not-allowed')
  const data = { ...termsFacts(dispute, terms, milestone, agreement), reason: input.reason.trim() }
  return ok({ next: { ...step.value, terms }, terms, event: { type: 'dispute.terms-offered', data } })
}

/** Declines open terms for the side that they wait for. Refuses dispute.no-terms (conflict) and dispute.not-your-step. */
export function declineTerms(
  { dispute, milestone, agreement }: Disputed,
  by: Side,
  { expected }: { readonly expected: number },
): Result<Decision<Dispute, CommissionEvent<'dispute.terms-declined'>>> {
  const step = stepOn(dispute, 'decline-terms', by, expected)
  if (!step.ok) return step
  const { terms } = dispute
  if (!terms) return refuse('dispute.no-terms', 'conflict')
  const data = termsFacts(dispute, terms, milestone, agreement)
  return ok({ next: { ...step.value, terms: null }, event: { type: 'dispute.terms-declined', data } })
}

/** Ids that the end of a dispute gives to its parts. */
export type PartIds = { readonly releaseId: ReleaseId; readonly refundId: RefundId }

/** The end of a dispute: `resolved` says what becomes of the milestone and its money. */
export type DisputeEnd<T extends CommissionEvent['type']> = Decision<Dispute, CommissionEvent<T>> & {
  readonly resolved: ResolvedMilestone
}

/**
 * Accepts open terms for the side that they wait for, which ends the dispute. Refuses dispute.no-terms (conflict),
 * dispute.not-your-step (not-allowed), step-up.required (not-allowed) when the signer gives up more than the limit, and what
 * `endDispute` refuses.
 */
export function acceptTerms(
  disputed: Disputed,
  by: Side,
  input: PartIds & { readonly expected: number; readonly hasSteppedUp: boolean },
  now: Instant,
): Result<DisputeEnd<'dispute.settled'>> {
  const { dispute, milestone, agreement } = disputed
  const step = stepOn(dispute, 'accept-terms', by, input.expected)
  if (!step.ok) return step
  const { terms } = dispute
  if (!terms) return refuse('dispute.no-terms', 'conflict')
  if (!input.hasSteppedUp && givesUpMuch(dispute, terms, by)) return refuse('step-up.required', 'not-allowed')
  const event = { type: 'dispute.settled', data: termsFacts(dispute, terms, milestone, agreement) } as const
  return endWith(disputed, step.value, terms, { ...input, reason: '' }, event, now)
}

/**
 * Withdraws a dispute for the side that opened it; the disputed part returns to the escrow. Refuses dispute.not-running
 * (conflict) and dispute.not-your-step (not-allowed).
 */
export function withdrawDispute(
  disputed: Disputed,
  by: Side,
  input: PartIds & { readonly expected: number },
  now: Instant,
): Result<DisputeEnd<'dispute.withdrawn'>> {
  const { dispute, milestone, agreement } = disputed
  const step = stepOn(dispute, 'withdraw-dispute', by, input.expected)
  if (!step.ok) return step
  const event = { type: 'dispute.withdrawn', data: disputeFacts(dispute, milestone, agreement) } as const
  return endWith(disputed, step.value, nothing, { ...input, reason: '' }, event, now)
}

/** Closes a dispute whose charge was charged back, which the bank decides; done by the system. */
export function closeDispute(disputed: Disputed, input: PartIds, now: Instant): Result<DisputeEnd<'dispute.closed'>> {
  const { dispute, milestone, agreement } = disputed
  const step = stepOn(dispute, 'close-dispute', 'system')
  if (!step.ok) return step
  const event = { type: 'dispute.closed', data: disputeFacts(dispute, milestone, agreement) } as const
  return endWith(disputed, step.value, nothing, { ...input, reason: '' }, event, now)
}

const nothing: Shares = { release: minor(0), refund: minor(0) }

/** Ends a dispute with shares, and says what becomes of its milestone. */
export function endWith<T extends CommissionEvent['type']>(
  { milestone, agreement, dispute }: Disputed,
  stepped: Dispute,
  { release, refund }: Shares,
  { releaseId, refundId, reason }: PartIds & { readonly reason: string },
  event: CommissionEvent<T>,
  now: Instant,
): Result<DisputeEnd<T>> {
  const ref = { disputeId: dispute.id, releaseId, refundId, reason }
  const resolved = endDispute(milestone, agreement, { release, refund }, ref, now)
  if (!resolved.ok) return resolved
  return ok({
    next: { ...stepped, terms: null, pending: null, award: { release, refund } },
    resolved: resolved.value,
    event,
  })
}

/** Returns the viewer's actions on a dispute. */
export function disputeActionsFor(
  dispute: Pick<Dispute, 'state' | 'isAnswered'> & StepFacts,
  viewer: Party,
): DisputeAction[] {
  return allowedActions(disputeMachine, dispute.state, viewer).filter((action) => {
    if (action === 'answer-dispute' && dispute.isAnswered) return false
    if ((action === 'accept-terms' || action === 'decline-terms') && dispute.terms === null) return false
    return isStepOf(dispute, action, viewer)
  })
}

/** The facts that decide which side may take a step. */
type StepFacts = Pick<Dispute, 'opener'> & {
  readonly terms: Pick<DisputeTerms, 'by'> | null
  readonly decision: Pick<DisputeDecision, 'waivedBy'> | null
}

function isStepOf({ opener, terms, decision }: StepFacts, action: DisputeAction, by: Party): boolean {
  switch (action) {
    case 'ask-review':
    case 'waive-review':
      return !decision?.waivedBy.some((side) => side === by)
    case 'withdraw-dispute':
      return by === opener
    case 'answer-dispute':
      return by !== opener
    case 'accept-terms':
    case 'decline-terms':
      return terms === null || by !== terms.by
    default:
      return true
  }
}

/** Takes a step. Refuses a wrong state (conflict), dispute.not-your-step (not-allowed) and dispute.stale (conflict). */
export function stepOn(dispute: Dispute, action: DisputeAction, by: Party, expected?: number): Result<Dispute> {
  const step = applyTransition(disputeMachine, dispute, action, by, expected)
  if (!step.ok) return step
  if (!isStepOf(dispute, action, by)) return refuse('dispute.not-your-step', 'not-allowed')
  return ok({ ...dispute, state: step.value, version: dispute.version + 1 })
}

/** The client gives up what is released, the creator what goes back. */
function givesUpMuch({ currency }: Pick<Dispute, 'currency'>, { release, refund }: Shares, side: Side): boolean {
  return needsStepUp({ amount: side === 'client' ? release : refund, currency })
}

/** Returns the facts that every event of a dispute carries. */
export function disputeFacts(dispute: Dispute, milestone: Milestone, agreement: Agreement): DisputeFacts {
  const { id: disputeId, opener, amount: disputed } = dispute
  return { ...milestoneFacts(milestone, agreement), disputeId, opener, disputed }
}

function termsFacts(
  dispute: Dispute,
  { id: termsId, by, release, refund }: DisputeTerms,
  milestone: Milestone,
  agreement: Agreement,
) {
  return { ...disputeFacts(dispute, milestone, agreement), termsId, by, released: release, refunded: refund }
}
