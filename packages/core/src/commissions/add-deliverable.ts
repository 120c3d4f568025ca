import { type Party } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Deal } from './deal.ts'
import { type NamedVersion } from './deliverable.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'

/** What adding a version means: the event to log, and whether the milestone must be started by the system first. */
export type Added = { readonly starts: boolean; readonly event: CommissionEvent<'deliverable.added'> }

/**
 * The creator adds a version (`number` counts from 1 within the milestone). Refuses milestone.not-your-step
 * (not-allowed), milestone.withdraw-first (conflict) while a version is before the client, and milestone.not-in-work
 * (conflict) elsewhere.
 */
export function addDeliverable(
  milestone: Milestone,
  deal: Deal,
  by: Party,
  version: NamedVersion & { readonly number: number },
): Result<Added> {
  if (by !== 'creator') {
    return refuse('milestone.not-your-step', 'not-allowed', { detail: { action: 'add-deliverable', party: by } })
  }
  if (milestone.state === 'submitted') return refuse('milestone.withdraw-first', 'conflict')
  const starts = milestone.state === 'funded'
  if (!starts && milestone.state !== 'in_progress' && milestone.state !== 'changes_requested') {
    return refuse('milestone.not-in-work', 'conflict', { detail: { state: milestone.state } })
  }
  return ok({ starts, event: { type: 'deliverable.added', data: { ...factsOf(milestone, deal), ...version } } })
}
