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
 * Refunds a part of a milestone's escrow, or of what was released, over the charges that paid it, as it was split with the
 * posting; the webhooks post it as paid.
 * What was available to the creator comes back from their account at the provider.
 */
export const refundMilestone = eventHandler<CommissionEvent<'milestone.refund-requested'>>(
  'payments-refund-milestone',
  ['milestone.refund-requested'],
  async ({ tx, event, deps }) => {
    const { refundId, clientId: client_id, creatorId, currency, reversed = 0 } = event.data
    const { parts } = await tx
      .selectFrom('milestone_refunds')
      .select('parts')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    for (const [index, { chargeId: charge_id, amount }] of parts.entries()) {
      // The first has the id of the refund itself, which is that of its receipt, too.
      const id = index === 0 ? refundId : deps.ids.next()
      const refund = { id, milestone_refund_id: refundId, charge_id, client_id, amount, currency }
      await startRefund(tx, deps, refund, event.at)
    }
    const [first] = parts
    if (reversed === 0 || !first) return
    await lockCreatorBalances(tx, creatorId)
    const charge = { id: first.chargeId, creator_id: creatorId, currency }
    await reverseTransfers(tx, deps, { reference: refundId, charge, amount: reversed })
  },
)

/** Refunds the client's part of a settled booking to the card; the webhook posts it as paid. */
export const refundBooking = eventHandler<BookingEvent<'booking.settled'>>(
  'payments-refund-booking',
  ['booking.settled'],
  async ({ tx, event, deps }) => {
    const { bookingId: id, clientId: client_id, refund: amount, currency } = event.data
    if (amount === 0 || currency === null) return
    const charge_id = await findCapturedCharge(tx, id)
    const refund = { id, milestone_refund_id: null, charge_id, client_id, amount, currency }
    await startRefund(tx, deps, refund, event.at)
  },
)

/** Returns the id of the charge that paid a booking. Throws when there is none: it was paid. */
async function findCapturedCharge(tx: Tx, bookingId: string): Promise<string> {
  const charge = await tx
    .selectFrom('charges')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'captured')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!charge) throw new Error(`booking ${bookingId} has a refund but no captured charge`)
  return charge.id
}

/** A refund as it is requested; its id is that of the milestone's refund, of the booking, or of an unmatched charge. */
type NewRefund = Pick<RefundRow, 'id' | 'milestone_refund_id' | 'charge_id' | 'client_id' | 'amount' | 'currency'>

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
