import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { startRefund } from './refund-card.ts'

/** Refunds the client's part of a settled booking to the card; the webhook posts it as paid. */
export const refundBooking = eventHandler<BookingEvent<'booking.settled'>>(
  'payments-refund-booking',
  ['booking.settled'],
  async ({ tx, event, deps }) => {
    const { bookingId, clientId: client, refund: amount, currency } = event.data
    if (amount === 0 || currency === null) return
    const charge = await tx
      .selectFrom('charges')
      .select('id')
      .where('booking_id', '=', bookingId)
      .where('state', '=', 'captured')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!charge) throw new Error(`booking ${bookingId} has a refund but no captured charge`)
    await startRefund(tx, deps, { id: bookingId, charge_id: charge.id, client_id: client, amount, currency }, event.at)
  },
)
