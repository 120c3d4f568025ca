import { type Milestone, milestoneFacts } from '@veranda/core/commissions/milestones/milestone.ts'
import { escrowEndsAt } from '@veranda/core/commissions/milestones/due-clock.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { loseToChargeback } from '@veranda/core/commissions/milestones/chargeback.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { isPosted } from '../../../platform/ledger/post-transaction.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { closeDisputeOf } from '../disputes/end-dispute.ts'
import { scheduleDueTimer } from './due-dates/due-timer.ts'
import { scheduleEscrowTimer } from './due-dates/escrow-timer.ts'
import { scheduleNoticeTimer } from './due-dates/give-notice.ts'
import { fundingCause } from './on-charge-captured.ts'
import { type LockedMilestone, lockMilestone, saveFrozen, saveMilestone } from './milestone.repository.ts'
import { endCommission, releaseUnfrozen } from './release-milestone.ts'

type ChargebackEvent = PaymentEvent<'charge.charged-back' | 'charge.chargeback-won' | 'charge.chargeback-lost'>

/**
 * Flags a milestone whose charge was charged back, until the bank decides. Payments has frozen its money with the chargeback
 * itself. One handler takes all three events, so that it sees them in their order.
 */
export const onChargeChargedBack = eventHandler<ChargebackEvent>(
  'freeze-on-charge-charged-back',
  ['charge.charged-back', 'charge.chargeback-won', 'charge.chargeback-lost'],
  async ({ tx, event: { type, data }, deps }) => {
    if (data.milestoneId === undefined) return
    if (!(await isPosted(tx, [fundingCause(data)]))) return
    const at = deps.clock.now()
    // The bank decides now, about all that is in escrow.
    if (type === 'charge.charged-back') await closeDisputeOf(tx, deps.ids, data.milestoneId, at)
    const locked = await lockMilestone(tx, data.milestoneId)
    if (!locked) return
    switch (type) {
      case 'charge.charged-back':
        return freeze(tx, locked, at)
      case 'charge.chargeback-won':
        return unfreeze(tx, locked, at)
      case 'charge.chargeback-lost':
        return lose(tx, locked, at)
      default:
        return type satisfies never
    }
  },
)

async function freeze(tx: Tx, { milestone, agreement }: LockedMilestone, at: Instant): Promise<void> {
  await saveFrozen(tx, milestone.id, true)
  const data = milestoneFacts(milestone, agreement)
  await appendCommissionEvent(tx, { type: 'milestone.frozen', data }, { actor: null, at })
}

/**
 * Frees the milestone and schedules again what the freeze had stopped: the due date, a notice and the end of the time in
 * escrow. What was approved meanwhile is released. The review window goes on during a freeze.
 */
async function unfreeze(tx: Tx, { milestone, agreement }: LockedMilestone, at: Instant): Promise<void> {
  await saveFrozen(tx, milestone.id, false)
  const free: Milestone = { ...milestone, frozen: false }
  const data = milestoneFacts(free, agreement)
  await appendCommissionEvent(tx, { type: 'milestone.unfrozen', data }, { actor: null, at })
  if (free.state === 'approved') return releaseUnfrozen(tx, { milestone: free, agreement }, at)
  if (isTerminal(free.state)) return
  await scheduleDueTimer(tx, free, agreement, at)
  const { noticeEndsAt } = free.clock
  if (noticeEndsAt !== null) await scheduleNoticeTimer(tx, free.id, noticeEndsAt)
  const endsAt = escrowEndsAt(free.clock, agreement.rates)
  if (endsAt !== null) await scheduleEscrowTimer(tx, free.id, endsAt)
}

/** Ends the milestone if it was not released; what was released stays so, and keeps its flag. */
async function lose(tx: Tx, { milestone, agreement }: LockedMilestone, at: Instant): Promise<void> {
  const by = { actor: null, at }
  const decided = loseToChargeback(milestone, agreement)
  if (!decided.ok) {
    const data = { ...milestoneFacts(milestone, agreement), ended: false, last: false }
    return appendCommissionEvent(tx, { type: 'milestone.charged-back', data }, by)
  }
  const { next, event } = decided.value
  const otherStates = await saveMilestone(tx, agreement, [next], at)
  const last = otherStates.every(isTerminal)
  await appendCommissionEvent(tx, { ...event, data: { ...event.data, last } }, by)
  await endCommission(tx, agreement, [next.state, ...otherStates], at)
}
