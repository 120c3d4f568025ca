import { type Party, takeStep } from '../machine.ts'
import { type Result, ok } from '../result.ts'
import { type Deal, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'

/** The creator starts work on a funded milestone; the system does at the first upload. */
export function start(
  milestone: Milestone,
  deal: Deal,
  by: Party,
  input: { readonly expected?: number } = {},
): Result<Decision<Milestone, CommissionEvent<'milestone.started'>>> {
  const step = takeStep(milestoneMachine, milestone, 'start', by, input.expected)
  if (!step.ok) return step
  return ok({
    next: { ...milestone, state: 'in_progress', version: milestone.version + 1 },
    event: { type: 'milestone.started', data: factsOf(milestone, deal) },
  })
}
