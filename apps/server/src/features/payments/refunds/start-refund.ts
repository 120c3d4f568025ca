import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { lockCreatorBalances } from '../../../platform/ledger/creator-balance-lock.ts'
import { reverseTransfers } from '../payouts/reverse-transfers.ts'
import { enqueueRefund } from './refund-card.ts'
import { type RefundRow } from './refund.repository.ts'

/**
 * Refunds a part of a milestone's escrow, or of what was released, to the card that paid it; the webhook posts it as paid.
 * What was available to the creator comes back from their account at the provider.
 */
export const refundMilestone = eventHandler<CommissionEvent<'milestone.refund-requested'>>(
  'payments-refund-milestone',
  ['milestone.refund-requested'],
  async ({ tx, event, deps }) => {
    const { refundId: id, milestoneId, clientId: client_id, refunded: amount, currency } = event.data
    const charge_id = await findCapturedCharge(tx, 'milestone_id', milestoneId)
    await startRefund(tx, deps, { id, charge_id, client_id, amount, currency }, event.at)
    const { reversed = 0, creatorId } = event.data
    if (reversed === 0) return
    await lockCreatorBalances(tx, creatorId)
    const charge = { id: charge_id, creator_id: creatorId, currency }
    await reverseTransfers(tx, deps, { reference: id, charge, amount: reversed })
  },
)

/** Refunds the client's part of a settled booking to the card; the webhook posts it as paid. */
export const refundBooking = eventHandler<BookingEvent<'booking.settled'>>(
  'payments-refund-booking',
  ['booking.settled'],
  async ({ tx, event, deps }) => {
    const { bookingId: id, clientId: client_id, refund: amount, currency } = event.data
    if (amount === 0 || currency === null) return
    const charge_id = await findCapturedCharge(tx, 'booking_id', id)
    await startRefund(tx, deps, { id, charge_id, client_id, amount, currency }, event.at)
  },
)

/** Returns the id of the charge that paid a milestone or booking. Throws when there is none: it was paid. */
async function findCapturedCharge(tx: Tx, subject: 'milestone_id' | 'booking_id', id: string): Promise<string> {
  const charge = await tx
    .selectFrom('charges')
    .select('id')
    .where(subject, '=', id)
    .where('state', '=', 'captured')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!charge) throw new Error(`${subject} ${id} has a refund but no captured charge`)
  return charge.id
}

/** A refund as it is requested; its id is that of the milestone's refund, of the booking, or of an unmatched charge. */
type NewRefund = Pick<RefundRow, 'id' | 'charge_id' | 'client_id' | 'amount' | 'currency'>

/** Records a refund and asks the provider for it; the webhook says whether it was paid. */
export async function startRefund(tx: Tx, deps: Deps, refund: NewRefund, at: Instant): Promise<void> {
  const none = { failure: null, bank_last4: null, paid_at: null }
  await tx
    .insertInto('refunds')
    .values({ ...refund, ...none, state: 'requested', requested_at: new Date(at) })
    .execute()
  const { id: reference, charge_id: charge, client_id: client, amount, currency } = refund
  await enqueueRefund(tx, deps, { reference, charge, client, amount, currency, attempt: 1 })
}
