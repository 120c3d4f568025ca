import { ok, type Result } from '../../result.ts'
import { type PricePart } from '../../money/fees.ts'
import { type Minor, minor } from '../../money/money.ts'
import { applyTransition } from '../../state-machine.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { milestoneMachine } from './milestone-states.ts'
import { allocateFrom, fieldsOf, type Milestone, milestoneFacts, unallocatedPrice } from './milestone.ts'

/**
 * Ends a milestone whose charge the client's bank took back for good before the release; done by the system. What was
 * released in part was taken back with it. The caller sets `last` once it has read the other milestones. Refuses
 * milestone.not-funded (conflict) in every other state: what was released stays released, without its money.
 */
export function loseToChargeback(
  milestone: Milestone,
  agreement: Agreement,
): Result<Decision<Milestone, CommissionEvent<'milestone.charged-back'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'lose-chargeback', 'system')
  if (!step.ok) return step
  const { allocated } = allocateFrom(milestone, agreement, unallocatedPrice(milestone))
  return ok({
    next: { ...fieldsOf(milestone), state: 'charged_back', allocated, frozen: true, version: milestone.version + 1 },
    event: {
      type: 'milestone.charged-back',
      data: { ...milestoneFacts(milestone, agreement), ended: true, last: false },
    },
  })
}

/**
 * Takes the part of the escrow that a chargeback of one of several charges has cost: `escrow` of the price and
 * `deferredFee` of the client's fee, as `chargeback_lost` posted them; done by the system. The milestone goes on with the
 * rest, and is free if no other chargeback `isOpen`. Refuses milestone.not-funded (conflict) in every other state.
 */
export function losePartToChargeback(
  milestone: Milestone,
  agreement: Agreement,
  { escrow, deferredFee }: { readonly escrow: Minor; readonly deferredFee: Minor },
  { isOpen }: { readonly isOpen: boolean },
): Result<Decision<Milestone, CommissionEvent<'milestone.part-charged-back'>> & { readonly part: PricePart }> {
  const step = applyTransition(milestoneMachine, milestone, 'lose-chargeback-part', 'system')
  if (!step.ok) return step
  const { creatorFee } = allocateFrom(milestone, agreement, escrow).part
  const part = { amount: escrow, clientFee: deferredFee, creatorFee }
  const { allocated } = milestone
  const next: Milestone = {
    ...milestone,
    allocated: {
      price: minor(allocated.price + part.amount),
      clientFee: minor(allocated.clientFee + part.clientFee),
      creatorFee: minor(allocated.creatorFee + part.creatorFee),
    },
    frozen: isOpen,
    version: milestone.version + 1,
  }
  const data = {
    ...milestoneFacts(milestone, agreement),
    price: escrow,
    refunded: minor(escrow + deferredFee),
    remaining: unallocatedPrice(next),
  }
  return ok({ part, next, event: { type: 'milestone.part-charged-back', data } })
}
