import { type MilestoneId } from '../ids.ts'
import { type Party, takeStep } from '../machine.ts'
import { type Result, ok } from '../result.ts'
import { type Deal, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'
import { type OfferContent } from './offer-content.ts'

/** The milestones of an accepted offer, in its order, as drafts. `idOf` gives each place (from 1) its id. */
export function draftMilestones(content: OfferContent, idOf: (number: number) => MilestoneId): Milestone[] {
  return content.milestones.map(({ title, amount, dueAt }, index) => ({
    id: idOf(index + 1),
    number: index + 1,
    title,
    amount,
    currency: content.currency,
    dueAt,
    state: 'draft',
    version: 1,
    attempt: null,
    submission: null,
    round: 0,
    frozen: false,
  }))
}

/** The system opens a milestone for funding when its commission is accepted. */
export function agree(
  milestone: Milestone,
  deal: Deal,
): Result<Decision<Milestone, CommissionEvent<'milestone.agreed'>>> {
  const step = takeStep(milestoneMachine, milestone, 'agree', 'system')
  if (!step.ok) return step
  return ok({
    next: { ...milestone, state: 'awaiting_funding', version: milestone.version + 1 },
    event: { type: 'milestone.agreed', data: factsOf(milestone, deal) },
  })
}

/** The system cancels a milestone that was never funded, together with its commission. */
export function cancelMilestone(
  milestone: Milestone,
  deal: Deal,
  by: Party,
): Result<Decision<Milestone, CommissionEvent<'milestone.cancelled'>>> {
  const step = takeStep(milestoneMachine, milestone, 'cancel', by)
  if (!step.ok) return step
  return ok({
    next: { ...milestone, state: 'cancelled', version: milestone.version + 1 },
    event: { type: 'milestone.cancelled', data: factsOf(milestone, deal) },
  })
}
