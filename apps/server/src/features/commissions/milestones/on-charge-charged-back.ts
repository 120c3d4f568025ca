import { type Agreement } from '@veranda/core/commissions/agreement.ts'
import { type Milestone, milestoneFacts, unallocatedPrice } from '@veranda/core/commissions/milestones/milestone.ts'
import { confirmRefund } from '@veranda/core/commissions/milestones/refund.ts'
import { asId, type IdGenerator, type RefundId } from '@veranda/core/ids.ts'
import { type Minor, minor } from '@veranda/core/money/money.ts'
import { escrowEndsAt } from '@veranda/core/commissions/milestones/due-clock.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { losePartToChargeback, loseToChargeback } from '@veranda/core/commissions/milestones/chargeback.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { isPosted } from '../../../platform/ledger/post-transaction.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { publishMilestoneChange } from '../on-commission-changed.ts'
import { closeDisputeOf } from '../disputes/end-dispute.ts'
import { scheduleDueTimer } from './due-dates/due-timer.ts'
import { scheduleEscrowTimer } from './due-dates/escrow-timer.ts'
import { scheduleNoticeTimer } from './due-dates/give-notice.ts'
import { fundingCause } from './on-charge-captured.ts'
import { insertRefund, readRefundProgress } from './milestone-refund.repository.ts'
import {
  hasOpenChargeback,
  type LockedMilestone,
  lockMilestone,
  saveFrozen,
  saveLostCharge,
  saveMilestone,
} from './milestone.repository.ts'
import { saveRefundStep } from './on-refund-events.ts'
import { endCommission, releaseUnfrozen } from './release-milestone.ts'

type ChargebackEvent = PaymentEvent<'charge.charged-back' | 'charge.chargeback-won' | 'charge.chargeback-lost'>

/**
 * Flags a milestone whose charge was charged back, until the bank decides. Payments has frozen its money with the chargeback
 * itself. One handler takes all three events, so that it sees them in their order.
 */
export const onChargeChargedBack = eventHandler<ChargebackEvent>(
  'freeze-on-charge-charged-back',
  ['charge.charged-back', 'charge.chargeback-won', 'charge.chargeback-lost'],
  async ({ tx, event, deps }) => {
    const { type, data } = event
    if (data.milestoneId === undefined) return
    if (!(await isPosted(tx, [fundingCause(data)]))) return
    const at = deps.clock.now()
    // The bank decides now, about all that is in escrow.
    if (type === 'charge.charged-back') await closeDisputeOf(tx, deps.ids, data.milestoneId, at)
    const locked = await lockMilestone(tx, data.milestoneId)
    if (!locked) return
    switch (event.type) {
      case 'charge.charged-back':
        return freeze(tx, locked, at)
      case 'charge.chargeback-won':
        return unfreeze(tx, locked, at)
      case 'charge.chargeback-lost':
        return lose(tx, deps.ids, locked, event.data, at)
      default:
        return event satisfies never
    }
  },
)

async function freeze(tx: Tx, { milestone, agreement }: LockedMilestone, at: Instant): Promise<void> {
  await saveFrozen(tx, milestone.id, true)
  const data = milestoneFacts(milestone, agreement)
  await appendCommissionEvent(tx, { type: 'milestone.frozen', data }, { actor: null, at })
}

/** Frees the milestone unless another of its charges is charged back. The review window goes on during a freeze. */
async function unfreeze(tx: Tx, { milestone, agreement }: LockedMilestone, at: Instant): Promise<void> {
  if (await hasOpenChargeback(tx, milestone.id)) return
  await saveFrozen(tx, milestone.id, false)
  const free: Milestone = { ...milestone, frozen: false }
  const data = milestoneFacts(free, agreement)
  await appendCommissionEvent(tx, { type: 'milestone.unfrozen', data }, { actor: null, at })
  await resume(tx, free, agreement, at)
}

/**
 * Schedules again what the freeze had stopped: the due date, a notice and the end of the time in escrow. What was approved
 * meanwhile is released.
 */
async function resume(tx: Tx, free: Milestone, agreement: Agreement, at: Instant): Promise<void> {
  if (free.state === 'approved') return releaseUnfrozen(tx, { milestone: free, agreement }, at)
  if (isTerminal(free.state)) return
  await scheduleDueTimer(tx, free, agreement, at)
  const { noticeEndsAt } = free.clock
  if (noticeEndsAt !== null) await scheduleNoticeTimer(tx, free.id, noticeEndsAt)
  const endsAt = escrowEndsAt(free.clock, agreement.rates)
  if (endsAt !== null) await scheduleEscrowTimer(tx, free.id, endsAt)
}

/**
 * Ends the milestone if nothing is left of it that was not released; what was released stays so, and keeps its flag. Where
 * another charge has paid the rest, it goes on.
 */
async function lose(
  tx: Tx,
  ids: IdGenerator,
  { milestone, agreement }: LockedMilestone,
  { escrow, deferredFee = minor(0) }: PaymentEvent<'charge.chargeback-lost'>['data'],
  at: Instant,
): Promise<void> {
  const by = { actor: null, at }
  const isOpen = await hasOpenChargeback(tx, milestone.id)
  if (milestone.state === 'refunding' || milestone.state === 'refund_failed') {
    const { refundId } = milestone
    const progress = await readRefundProgress(tx, refundId)
    if (progress && !progress.isChargedBack) {
      await saveLostCharge(tx, milestone.id, isOpen)
      const { refunded, isPaid } = progress
      const decided = isPaid ? confirmRefund(milestone, agreement, { refundId, refunded }) : undefined
      return decided?.ok ? saveRefundStep(tx, agreement, decided.value, by) : publishMilestoneChange(tx, milestone.id)
    }
  }
  const lost = escrow !== undefined && escrow < unallocatedPrice(milestone) ? escrow : undefined
  if (lost !== undefined) return losePart(tx, ids, { milestone, agreement }, { escrow: lost, deferredFee }, isOpen, at)
  await saveLostCharge(tx, milestone.id, true)
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

/** Takes what one of several charges has paid out of the milestone, which goes on with the rest. */
async function losePart(
  tx: Tx,
  ids: IdGenerator,
  { milestone, agreement }: Pick<LockedMilestone, 'milestone' | 'agreement'>,
  lost: { readonly escrow: Minor; readonly deferredFee: Minor },
  isOpen: boolean,
  at: Instant,
): Promise<void> {
  const decided = losePartToChargeback(milestone, agreement, lost, { isOpen })
  if (!decided.ok) throw new Error(`a part of milestone ${milestone.id} was lost in state ${milestone.state}`)
  const { next, part, event } = decided.value
  await saveLostCharge(tx, milestone.id, isOpen)
  if (part.amount > 0) {
    const refund = {
      id: asId<RefundId>(ids.next()),
      milestoneId: next.id,
      part,
      reason: '',
      cause: 'chargeback' as const,
    }
    await insertRefund(tx, refund, at)
    await saveMilestone(tx, agreement, [next], at)
  }
  await appendCommissionEvent(tx, event, { actor: null, at })
  if (!isOpen) await resume(tx, next, agreement, at)
}
