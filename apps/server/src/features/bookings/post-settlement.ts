import { type Booking, priceOf } from '@veranda/core/bookings/booking.ts'
import { type Settlement } from '@veranda/core/bookings/services/cancellation-policy.ts'
import { type Transaction } from '@veranda/core/ledger/transaction.ts'
import { refundRequested, release } from '@veranda/core/ledger/transaction-builders.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../platform/db/database.ts'
import { postTransaction } from '../../platform/ledger/post-transaction.ts'

/** Posts the settlement of a booking once: `refund_requested` for the client's part, `release` for the creator's. */
export async function postSettlement(tx: Tx, booking: Booking, settlement: Settlement, at: Instant): Promise<void> {
  const { toClient, toCreator } = settlement
  const of = { escrow: booking.id, client: booking.clientId, creator: booking.creatorId }
  if (toClient.amount > 0)
    await postOnce(tx, booking, `refund-booking:${booking.id}`, refundRequested(of, toClient), at)
  if (toCreator.amount > 0) await postOnce(tx, booking, `release:${booking.id}`, release(of, toCreator), at)
}

/** Posts a transaction about a booking with both its users. Throws if the cause was posted before, which is a bug. */
export async function postOnce(
  tx: Tx,
  booking: Booking,
  cause: string,
  posting: Transaction,
  at: Instant,
): Promise<void> {
  const price = priceOf(booking)
  if (!price) throw new Error(`posting for a free booking: ${booking.id}`)
  const posted = await postTransaction(tx, {
    cause,
    ...posting,
    currency: price.currency,
    at,
    bookingId: booking.id,
    parties: { client: booking.clientId, creator: booking.creatorId },
  })
  if (!posted.ok) throw new Error(`cause posted twice: ${cause}`)
}
