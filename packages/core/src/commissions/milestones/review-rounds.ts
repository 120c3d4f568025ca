import { ok, refuse, type Result } from '../../result.ts'
import { applyTransition, type Party } from '../../state-machine.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { milestoneMachine } from './milestone-states.ts'
import { hasRoundLeft, type Milestone, milestoneFacts } from './milestone.ts'

/** Adds one review round to the agreed ones, for the creator. */
export function addRound(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly expected: number },
): Result<Decision<Milestone, CommissionEvent<'milestone.round-added'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'add-round', by, input.expected)
  if (!step.ok) return step
  const extraRounds = milestone.extraRounds + 1
  return ok({
    next: { ...milestone, extraRounds, roundRequested: false, version: milestone.version + 1 },
    event: { type: 'milestone.round-added', data: { ...milestoneFacts(milestone, agreement), extraRounds } },
  })
}

/**
 * Asks the creator for one more review round, for the client who has used all of them. Refuses round.still-left and
 * round.already-requested (conflict).
 */
export function requestRound(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly expected: number },
): Result<Decision<Milestone, CommissionEvent<'milestone.round-requested'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'request-round', by, input.expected)
  if (!step.ok) return step
  if (hasRoundLeft({ round: milestone.round, rounds: agreement.reviewRounds + milestone.extraRounds })) {
    return refuse('round.still-left', 'conflict')
  }
  if (milestone.roundRequested) return refuse('round.already-requested', 'conflict')
  return ok({
    next: { ...milestone, roundRequested: true, version: milestone.version + 1 },
    event: { type: 'milestone.round-requested', data: milestoneFacts(milestone, agreement) },
  })
}
