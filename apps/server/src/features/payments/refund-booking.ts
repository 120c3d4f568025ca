import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { reaction } from '../../log/react.ts'

/** The client's part of what was paid for a session goes back to the card; it is posted as paid when we are told. */
export const refundBooking = reaction<BookingEvent<'booking.settled'>>(
  'payments-refund-booking',
  ['booking.settled'],
  async ({ tx, event, deps }) => {
    const { bookingId, refund: amount, currency } = event.data
    if (amount === 0) return
    const charge = await tx
      .selectFrom('charges')
      .select('id')
      .where('booking_id', '=', bookingId)
      .where('state', '=', 'captured')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!charge) throw new Error(`booking ${bookingId} gives back what was never charged`)
    const job = { reference: bookingId, charge: charge.id, amount, currency }
    await deps.jobs.enqueue(tx, 'payments-refund', job, { key: `refund:${bookingId}` })
  },
)
