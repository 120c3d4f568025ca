import { chargebackFreezeEscrow } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { hasReleasedWork } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { isPosted, postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { closeDisputeOf } from '../disputes/end-dispute.ts'
import { publishMilestoneChange } from '../on-commission-changed.ts'
import { fundingCause } from './on-charge-captured.ts'
import { markFrozen, lockMilestone } from './milestone.repository.ts'

/**
 * Freezes the escrow of a milestone whose charge was charged back (`chargeback_freeze`), until the chargeback is
 * settled. Payments freezes money that was already released.
 */
export const onChargeChargedBack = eventHandler<PaymentEvent<'charge.charged-back'>>(
  'freeze-on-charge-charged-back',
  ['charge.charged-back'],
  async ({ tx, event: { data }, deps }) => {
    if (data.milestoneId === undefined) return
    const locked = await lockMilestone(tx, data.milestoneId)
    if (!locked || hasReleasedWork(locked.milestone.state) || !(await isPosted(tx, [fundingCause(data)]))) return
    const { milestone, agreement } = locked
    // The bank decides now, about all that is in escrow.
    await closeDisputeOf(tx, deps.ids, milestone.id, deps.clock.now())
    await markFrozen(tx, milestone.id)
    await publishMilestoneChange(tx, milestone.id)
    const inEscrow = minor(await balanceOf(tx, `escrow:${milestone.id}`, milestone.currency))
    if (inEscrow === 0) return
    const { kind, entries } = chargebackFreezeEscrow({ escrow: milestone.id }, inEscrow)
    await postTransaction(tx, {
      cause: `freeze-escrow:${data.chargeId}`,
      kind,
      currency: milestone.currency,
      entries,
      at: deps.clock.now(),
      projectId: agreement.projectId,
      milestoneId: milestone.id,
      parties: { client: agreement.clientId, creator: agreement.creatorId },
    })
  },
)
