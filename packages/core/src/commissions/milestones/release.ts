import { minor } from '../../money/money.ts'
import { type PricePart } from '../../money/fees.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { stepFrom } from '../../state-machine.ts'
import { after, type Instant } from '../../time/instant.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { milestoneMachine } from './milestone-states.ts'
import { allocateFrom, type ApprovedMilestone, type Milestone, milestoneFacts, unallocatedPrice } from './milestone.ts'

const isApproved = (milestone: Milestone): milestone is ApprovedMilestone => milestone.state === 'approved'

/**
 * Releases what is in escrow of an approved milestone to its creator; done by the system. `part` is the amount that the
 * `release` transaction posts, once, in the same database transaction. The money becomes available after the payout delay.
 * `auto` is true if the approval was automatic. The caller sets `last` once it has read the other milestones. Refuses
 * milestone.frozen (conflict) after a chargeback.
 */
export function release(
  milestone: Milestone,
  agreement: Agreement,
  { auto }: { readonly auto: boolean },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.released'>> & { readonly part: PricePart }> {
  const step = stepFrom(milestoneMachine, milestone, isApproved, 'release', 'system')
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  const { part, allocated } = allocateFrom(milestone, agreement, unallocatedPrice(milestone))
  const availableAt = after(now, agreement.rates.payoutDelayMs)
  return ok({
    part,
    next: {
      ...step.value,
      state: 'released',
      allocated,
      released: minor(milestone.released + part.amount),
      version: milestone.version + 1,
    },
    event: {
      type: 'milestone.released',
      data: {
        ...milestoneFacts(milestone, agreement),
        amount: part.amount,
        clientFee: part.clientFee,
        creatorFee: part.creatorFee,
        creatorReceives: minor(part.amount - part.creatorFee),
        availableAt,
        auto,
        last: false,
      },
    },
  })
}
