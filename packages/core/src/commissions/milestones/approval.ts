import { needsStepUp } from '../../money/step-up-threshold.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { type Party, stepFrom } from '../../state-machine.ts'
import { day, type Instant, instant } from '../../time/instant.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { checkVersionRef, type VersionRef } from '../deliverables/deliverable.ts'
import { type CommissionEvent } from '../events.ts'
import { milestoneMachine } from './milestone-states.ts'
import {
  isSubmitted,
  type Milestone,
  milestoneFacts,
  type Submission,
  type SubmittedMilestone,
  unallocatedPrice,
} from './milestone.ts'

/** Returns the times of the review reminders: at one third, at three quarters, and a day before the window ends. */
export function reviewReminders({
  at,
  reviewEndsAt,
}: Pick<Submission, 'at' | 'reviewEndsAt'>): [Instant, Instant, Instant] {
  const length = reviewEndsAt - at
  const lastDay = reviewEndsAt - day
  return [
    instant(at + Math.round(length / 3)),
    instant(Math.min(at + Math.round((length * 3) / 4), lastDay)),
    instant(lastDay),
  ]
}

/**
 * Returns the event of one reminder. Refuses milestone.not-submitted (conflict) when there is nothing left to review.
 */
export function remindOfReview(
  milestone: Milestone,
  agreement: Agreement,
  reminder: 1 | 2 | 3,
): Result<CommissionEvent<'milestone.review-reminded'>> {
  if (!isSubmitted(milestone)) {
    return refuse('milestone.not-submitted', 'conflict', { detail: { state: milestone.state } })
  }
  const { deliverableId, hash, reviewEndsAt } = milestone.submission
  const data = { ...milestoneFacts(milestone, agreement), deliverableId, hash, reminder, reviewEndsAt }
  return ok({ type: 'milestone.review-reminded', data })
}

type ApprovalResult = Result<Decision<Milestone, CommissionEvent<'milestone.approved'>>>

/**
 * Approves the submitted version by id and hash, for the client; `release` follows in the same transaction unless the
 * milestone is frozen. `hasSteppedUp` is true after a recent step-up, which amounts above the limit need. Refuses
 * milestone.disputed (conflict) while a part is disputed, deliverable.other-version (conflict) and step-up.required
 * (not-allowed).
 */
export function approve(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: VersionRef & { readonly expected: number; readonly hasSteppedUp: boolean },
): ApprovalResult {
  if (milestone.state === 'disputed') return refuse('milestone.disputed', 'conflict')
  const step = stepFrom(milestoneMachine, milestone, isSubmitted, 'approve', by, input.expected)
  if (!step.ok) return step
  const versionRef = checkVersionRef(input, step.value.submission)
  if (!versionRef.ok) return versionRef
  if (!input.hasSteppedUp && releaseNeedsStepUp(milestone)) return refuse('step-up.required', 'not-allowed')
  return approvalDecision(step.value, agreement, false)
}

/** Returns whether the release of what is in escrow needs a step-up. */
export function releaseNeedsStepUp(milestone: Milestone): boolean {
  return needsStepUp({ amount: unallocatedPrice(milestone), currency: milestone.currency })
}

/**
 * Approves the submission for the system when the review window is over and every reminder is recorded. Refuses
 * milestone.too-early and milestone.reminders-missing (conflict).
 */
export function autoApprove(
  milestone: Milestone,
  agreement: Agreement,
  remindersRecorded: number,
  now: Instant,
): ApprovalResult {
  const step = stepFrom(milestoneMachine, milestone, isSubmitted, 'auto-approve', 'system')
  if (!step.ok) return step
  const { submission } = step.value
  if (now < submission.reviewEndsAt) return refuse('milestone.too-early', 'conflict')
  const needed = reviewReminders(submission).length
  if (remindersRecorded < needed) return refuse('milestone.reminders-missing', 'conflict', { detail: { needed } })
  return approvalDecision(step.value, agreement, true)
}

function approvalDecision(milestone: SubmittedMilestone, agreement: Agreement, auto: boolean): ApprovalResult {
  const { deliverableId, hash } = milestone.submission
  return ok({
    next: { ...milestone, state: 'approved', version: milestone.version + 1 },
    event: {
      type: 'milestone.approved',
      data: { ...milestoneFacts(milestone, agreement), deliverableId, hash, auto, released: false },
    },
  })
}
