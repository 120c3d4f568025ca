import { applyTransition, type Party } from '../../state-machine.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Agreement } from '../agreement.ts'
import { type VersionRef } from './deliverable.ts'
import { type CommissionEvent } from '../events.ts'
import { type Milestone, milestoneFacts } from '../milestones/milestone.ts'
import { milestoneMachine } from '../milestones/milestone-states.ts'

/** The event of an added version, and whether the system must start the milestone first. */
export type AddedDeliverable = { readonly starts: boolean; readonly event: CommissionEvent<'deliverable.added'> }

/**
 * Adds a version for the creator (`number` counts from 1 within the milestone). Refuses milestone.not-your-step
 * (not-allowed), milestone.withdraw-first (conflict) while a version is submitted, and milestone.not-in-progress
 * (conflict) in other states.
 */
export function addDeliverable(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  version: VersionRef & { readonly number: number },
): Result<AddedDeliverable> {
  if (milestone.state === 'submitted') return refuse('milestone.withdraw-first', 'conflict')
  const step = applyTransition(milestoneMachine, milestone, 'add-deliverable', by)
  if (!step.ok) return step
  return ok({
    starts: milestone.state === 'funded',
    event: { type: 'deliverable.added', data: { ...milestoneFacts(milestone, agreement), ...version } },
  })
}
