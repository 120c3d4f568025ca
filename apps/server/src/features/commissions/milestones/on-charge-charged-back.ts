import { freezeHeld } from '@veranda/core/ledger/reversals.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { balanceOf } from '../../../ledger/balances.ts'
import { post } from '../../../ledger/post.ts'
import { reaction } from '../../../log/react.ts'
import { fundCause } from './on-charge-captured.ts'
import { flagFrozen, isPosted, lockMilestone } from './rows.ts'

/**
 * The client's bank took back what funded a milestone: whatever is held freezes (T9f), and nothing moves until it is
 * settled. What was released before is frozen by payments, in the step that heard of it.
 */
export const onChargeChargedBack = reaction<PaymentEvent<'charge.charged-back'>>(
  'freeze-on-charge-charged-back',
  ['charge.charged-back'],
  async ({ tx, event: { data }, deps }) => {
    if (data.milestoneId === undefined) return
    const locked = await lockMilestone(tx, data.milestoneId)
    if (!locked || locked.milestone.state === 'released' || !(await isPosted(tx, [fundCause(data)]))) return
    const { milestone, deal } = locked
    await flagFrozen(tx, milestone.id)
    const held = minor(await balanceOf(tx, `held:${milestone.id}`, milestone.currency))
    if (held === 0) return
    const { kind, entries } = freezeHeld({ milestone: milestone.id }, held)
    await post(tx, {
      cause: `freeze:${data.chargeId}`,
      kind,
      currency: milestone.currency,
      entries,
      at: deps.clock.now(),
      projectId: deal.projectId,
      milestoneId: milestone.id,
      people: { client: deal.clientId, creator: deal.creatorId },
    })
  },
)
