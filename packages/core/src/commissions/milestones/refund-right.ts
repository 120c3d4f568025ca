import { type RefundId } from '../../ids.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { applyTransition, type Party } from '../../state-machine.ts'
import { after, type Instant } from '../../time/instant.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { canClaimRefund, escrowEndsAt, escrowReminderMs, isDueClockRunning, refundRightAt } from './due-clock.ts'
import { milestoneMachine } from './milestone-states.ts'
import { releaseNeedsStepUp } from './approval.ts'
import { type Milestone, milestoneFacts } from './milestone.ts'
import { refundWhole, type RefundDecision } from './refund.ts'

/**
 * Announces, for the client of an overdue milestone, that they will take the escrow back. Refuses milestone.frozen
 * (conflict), notice.already-given (conflict) and notice.too-early (conflict) before the due date + 7 days.
 */
export function giveNotice(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly expected: number },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.notice-given'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'give-notice', by, input.expected)
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  if (milestone.clock.noticeEndsAt !== null) return refuse('notice.already-given', 'conflict')
  if (now < refundRightAt(milestone, agreement.rates)) return refuse('notice.too-early', 'conflict')
  const noticeEndsAt = after(now, agreement.rates.refundNoticeMs)
  return ok({
    next: { ...milestone, clock: { ...milestone.clock, noticeEndsAt }, version: milestone.version + 1 },
    event: { type: 'milestone.notice-given', data: { ...milestoneFacts(milestone, agreement), noticeEndsAt } },
  })
}

/** Returns the event of a notice that ran out without a submission; undefined if it has not. Done by the system. */
export function endNotice(
  milestone: Milestone,
  agreement: Agreement,
  now: Instant,
): CommissionEvent<'milestone.notice-ended'> | undefined {
  if (!canClaimRefund(milestone, now)) return undefined
  return { type: 'milestone.notice-ended', data: milestoneFacts(milestone, agreement) }
}

/**
 * Takes the whole escrow back for the client whose notice ran out. `hasSteppedUp` is true after a recent step-up, which
 * amounts above the limit need. Refuses milestone.frozen (conflict), notice.not-over (conflict) and step-up.required
 * (not-allowed).
 */
export function claimRefund(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly refundId: RefundId; readonly expected: number; readonly hasSteppedUp: boolean },
  now: Instant,
): Result<RefundDecision> {
  const action = milestone.released > 0 ? 'claim-rest' : 'claim-refund'
  const step = applyTransition(milestoneMachine, milestone, action, by, input.expected)
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  if (!canClaimRefund(milestone, now)) return refuse('notice.not-over', 'conflict')
  if (!input.hasSteppedUp && releaseNeedsStepUp(milestone)) return refuse('step-up.required', 'not-allowed')
  return ok(refundWhole(milestone, agreement, { refundId: input.refundId, reason: '', cause: 'claim' }))
}

/**
 * Gives the whole escrow back on day 75 when nothing was ever submitted; done by the system. Refuses milestone.frozen,
 * milestone.too-early and milestone.was-submitted (conflict), after which an admin decides.
 */
export function refundUnsubmitted(
  milestone: Milestone,
  agreement: Agreement,
  { refundId }: { readonly refundId: RefundId },
  now: Instant,
): Result<RefundDecision> {
  const action = milestone.released > 0 ? 'refund-unsubmitted-rest' : 'refund-unsubmitted'
  const step = applyTransition(milestoneMachine, milestone, action, 'system')
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  if (milestone.clock.wasSubmitted) return refuse('milestone.was-submitted', 'conflict')
  const endsAt = escrowEndsAt(milestone.clock, agreement.rates)
  if (endsAt === null || now < endsAt) return refuse('milestone.too-early', 'conflict')
  return ok(refundWhole(milestone, agreement, { refundId, reason: '', cause: 'escrow-limit' }))
}

/** Returns whether an admin has to decide on the escrow: its time is over, and a version was submitted once. */
export function needsDecision({ state, frozen, clock }: Milestone, { rates }: Agreement, now: Instant): boolean {
  const endsAt = escrowEndsAt(clock, rates)
  return isDueClockRunning(state) && !frozen && clock.wasSubmitted && endsAt !== null && now >= endsAt
}

/** Returns the event 7 days before an escrow goes back because nothing was ever submitted; undefined at other times. */
export function remindOfEscrowEnd(
  milestone: Milestone,
  agreement: Agreement,
  now: Instant,
): CommissionEvent<'milestone.escrow-end-reminded'> | undefined {
  const endsAt = escrowEndsAt(milestone.clock, agreement.rates)
  if (endsAt === null || !isDueClockRunning(milestone.state)) return undefined
  if (milestone.frozen || milestone.clock.wasSubmitted) return undefined
  if (now < endsAt - escrowReminderMs || now >= endsAt) return undefined
  return {
    type: 'milestone.escrow-end-reminded',
    data: { ...milestoneFacts(milestone, agreement), escrowEndsAt: endsAt },
  }
}
