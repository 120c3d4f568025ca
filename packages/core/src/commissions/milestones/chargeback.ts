import { ok, type Result } from '../../result.ts'
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
