import { type Booking, priceOf } from '@veranda/core/bookings/booking.ts'
import { type Settlement } from '@veranda/core/bookings/policy.ts'
import { type Posting } from '@veranda/core/ledger/entry.ts'
import { refundHeld, release } from '@veranda/core/ledger/postings.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { post } from '../../ledger/post.ts'

/** What was held for a booking goes where it belongs, once: T6 for the client's part, T3 for the creator's. */
export async function postSettlement(tx: Tx, booking: Booking, settlement: Settlement, at: Instant): Promise<void> {
  const { toClient, toCreator } = settlement
  const of = { milestone: booking.id, client: booking.clientId, creator: booking.creatorId }
  if (toClient.amount > 0) await postOnce(tx, booking, `refund-booking:${booking.id}`, refundHeld(of, toClient), at)
  if (toCreator.amount > 0) await postOnce(tx, booking, `release:${booking.id}`, release(of, toCreator), at)
}

/** Posts about a booking with both its people; a second time under the same cause is a bug. */
export async function postOnce(tx: Tx, booking: Booking, cause: string, posting: Posting, at: Instant): Promise<void> {
  const price = priceOf(booking)
  if (!price) throw new Error(`a posting for a free booking: ${booking.id}`)
  const posted = await post(tx, {
    cause,
    ...posting,
    currency: price.currency,
    at,
    bookingId: booking.id,
    people: { client: booking.clientId, creator: booking.creatorId },
  })
  if (!posted.ok) throw new Error(`posted twice: ${cause}`)
}
