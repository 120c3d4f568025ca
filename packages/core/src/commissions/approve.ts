import { type Party, takeStep } from '../machine.ts'
import { needsConfirmation } from '../money/confirm-above.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant } from '../time/instant.ts'
import { type Deal, type Decision } from './deal.ts'
import { type NamedVersion, checkNamed } from './deliverable.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'
import { reviewReminders } from './review-window.ts'

type Approved = Result<Decision<Milestone, CommissionEvent<'milestone.approved'>>>

/**
 * The client, or an operator, approves the version that is before them, by id and hash; `release` follows in the same
 * transaction unless the milestone is frozen. `confirmed` says that the person has freshly shown who they are, which a sum
 * above `confirmAbove` needs. Refuses deliverable.other-version (conflict) and confirmation.needed (not-allowed).
 */
export function approve(
  milestone: Milestone,
  deal: Deal,
  by: Party,
  input: NamedVersion & { readonly expected: number; readonly confirmed: boolean },
): Approved {
  const step = takeStep(milestoneMachine, milestone, 'approve', by, input.expected)
  if (!step.ok) return step
  const { submission } = milestone
  if (!submission) return refuse('milestone.not-submitted', 'conflict', { detail: { state: milestone.state } })
  const named = checkNamed(input, submission)
  if (!named.ok) return named
  if (!input.confirmed && needsConfirmation(milestone)) return refuse('confirmation.needed', 'not-allowed')
  return approved(milestone, deal, submission, false)
}

/**
 * The system approves what was submitted when the review window is over and every reminder is recorded. Refuses
 * milestone.too-early and milestone.reminders-missing (conflict).
 */
export function autoApprove(milestone: Milestone, deal: Deal, remindersRecorded: number, now: Instant): Approved {
  const step = takeStep(milestoneMachine, milestone, 'auto-approve', 'system')
  if (!step.ok) return step
  const { submission } = milestone
  if (!submission) return refuse('milestone.not-submitted', 'conflict', { detail: { state: milestone.state } })
  if (now < submission.reviewEndsAt) return refuse('milestone.too-early', 'conflict')
  const needed = reviewReminders(submission).length
  if (remindersRecorded < needed) return refuse('milestone.reminders-missing', 'conflict', { detail: { needed } })
  return approved(milestone, deal, submission, true)
}

function approved(milestone: Milestone, deal: Deal, version: NamedVersion, auto: boolean): Approved {
  const { deliverableId, hash } = version
  return ok({
    next: { ...milestone, state: 'approved', version: milestone.version + 1 },
    event: { type: 'milestone.approved', data: { ...factsOf(milestone, deal), deliverableId, hash, auto } },
  })
}
