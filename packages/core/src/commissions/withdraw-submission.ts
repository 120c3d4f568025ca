import { type Party, takeStep } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Deal, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'

/** The creator takes a submission back before the client has acted. */
export function withdrawSubmission(
  milestone: Milestone,
  deal: Deal,
  by: Party,
  input: { readonly expected: number },
): Result<Decision<Milestone, CommissionEvent<'milestone.submission-withdrawn'>>> {
  const step = takeStep(milestoneMachine, milestone, 'withdraw-submission', by, input.expected)
  if (!step.ok) return step
  const { submission } = milestone
  if (!submission) return refuse('milestone.not-submitted', 'conflict', { detail: { state: milestone.state } })
  const { deliverableId, hash } = submission
  return ok({
    next: { ...milestone, state: 'in_progress', submission: null, version: milestone.version + 1 },
    event: { type: 'milestone.submission-withdrawn', data: { ...factsOf(milestone, deal), deliverableId, hash } },
  })
}
