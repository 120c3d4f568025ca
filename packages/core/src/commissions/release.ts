import { takeStep } from '../machine.ts'
import { type Part, split } from '../money/fees.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { type Deal, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'

/**
 * The system releases an approved milestone to its creator; `part` is what T3 posts, once, in the same transaction.
 * The money is available after the payout hold. Refuses milestone.frozen (conflict) while a chargeback freezes it.
 */
export function release(
  milestone: Milestone,
  deal: Deal,
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.released'>> & { readonly part: Part }> {
  const step = takeStep(milestoneMachine, milestone, 'release', 'system')
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  const { price, clientFee, creatorFee, creatorReceives } = split(milestone.amount, deal.rates)
  const availableAt = after(now, deal.rates.payoutHold)
  return ok({
    part: { amount: price, clientFee, creatorFee },
    next: { ...milestone, state: 'released', version: milestone.version + 1 },
    event: {
      type: 'milestone.released',
      data: { ...factsOf(milestone, deal), clientFee, creatorFee, creatorReceives, availableAt },
    },
  })
}
