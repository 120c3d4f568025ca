import { type Booking, eventDataOf, priceOf } from '@veranda/core/bookings/booking.ts'
import { authorisePayment, confirmPayment, failPayment } from '@veranda/core/bookings/reservations/reservation.ts'
import { freezePayment } from '@veranda/core/bookings/settlement.ts'
import { nextFreeStarts } from '@veranda/core/bookings/availability/slots.ts'
import { capture, chargebackFreezeEscrow, unapplied } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type BookingCharge, type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { isStillOccupying } from '../availability/occupancy.repository.ts'
import { lockBookingById } from '../booking-locks.ts'
import { isPosted } from '../../../platform/ledger/post-transaction.ts'
import { horizonFrom, readAvailability } from '../availability/read-availability.ts'
import { updateBooking } from '../booking.repository.ts'
import { postOnce, saveBooking } from '../save-booking.ts'

/**
 * Books a reservation when its payment arrives: the running attempt, the exact amount, while the slot is still occupied
 * (capture). Records any other payment as unapplied, and payments refunds it. A repeated capture counts once.
 */
export const onChargeCaptured = eventHandler<PaymentEvent<'charge.captured'>>(
  'book-on-charge-captured',
  ['charge.captured'],
  async ({ tx, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await lockBookingById(tx, data.bookingId)
    if (await isPosted(tx, [fundCause(data), unappliedCause(data)])) return
    const now = deps.clock.now()
    const decided = booking && confirmPayment(booking, data)
    const price = booking && priceOf(booking)
    if (!booking || !price || !decided?.ok || !(await isStillOccupying(tx, data.bookingId))) {
      return recordUnappliedPayment(tx, data, booking, now)
    }
    await postOnce(tx, booking, fundCause(data), capture({ escrow: booking.id }, price), now)
    await saveBooking(tx, booking, decided.value, { actor: null, at: now })
  },
)

/**
 * Requests the booking once its card is authorised; posts nothing. Payments releases a card that matches no open
 * attempt.
 */
export const onChargeAuthorised = eventHandler<PaymentEvent<'charge.authorised'>>(
  'request-on-charge-authorised',
  ['charge.authorised'],
  async ({ tx, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await lockBookingById(tx, data.bookingId)
    const now = deps.clock.now()
    const decided = booking && authorisePayment(booking, data)
    if (!booking || !decided?.ok || !(await isStillOccupying(tx, data.bookingId)))
      return rejectPayment(tx, data, booking, now)
    await saveBooking(tx, booking, decided.value, { actor: null, at: now })
  },
)

const fundCause = ({ chargeId }: Pick<BookingCharge, 'chargeId'>) => `fund:${chargeId}`
const unappliedCause = ({ chargeId }: Pick<BookingCharge, 'chargeId'>) => `unapplied:${chargeId}`

/** Number of alternative starts offered to a client whose payment came too late. */
const maxSuggestedStarts = 3

/**
 * Records a payment for a slot that is gone or an expired reservation; it is refunded, and the client gets the next
 * free starts.
 */
async function recordUnappliedPayment(
  tx: Tx,
  data: BookingCharge,
  booking: Booking | undefined,
  at: Instant,
): Promise<void> {
  const { clientId, amount, currency } = data
  await postTransaction(tx, {
    ...unapplied({ client: clientId }, amount),
    cause: unappliedCause(data),
    currency,
    at,
    parties: { client: clientId },
  })
  await rejectPayment(tx, data, booking, at)
}

async function rejectPayment(tx: Tx, data: BookingCharge, booking: Booking | undefined, at: Instant): Promise<void> {
  const { bookingId, chargeId, clientId, amount, currency } = data
  const chargeData: BookingCharge = { bookingId, chargeId, clientId, amount, currency }
  await appendEvent(tx, {
    type: 'charge.unapplied',
    subject: { kind: 'charge', id: chargeId },
    actor: null,
    at,
    data: chargeData,
  })
  if (!booking) return
  const bookable = await readAvailability(tx, {
    serviceId: booking.serviceId,
    clientId,
    within: horizonFrom(at),
    now: at,
  })
  const [next = null, ...more] = bookable
    ? nextFreeStarts(bookable.availability, booking.startsAt, maxSuggestedStarts)
    : []
  await appendEvent(tx, {
    type: 'booking.paid-too-late',
    subject: { kind: 'booking', id: bookingId },
    actor: null,
    at,
    data: { ...eventDataOf(booking), next, more },
  })
}

/**
 * Ends the attempt when a charge failed, expired or was voided: a reservation can be paid again while it lasts; a
 * request ends.
 */
export const onChargeFailed = eventHandler<PaymentEvent<'charge.failed' | 'charge.expired' | 'charge.voided'>>(
  'fail-payment-on-charge-failed',
  ['charge.failed', 'charge.expired', 'charge.voided'],
  async ({ tx, event: { type, data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await lockBookingById(tx, data.bookingId)
    const reason = 'reason' in data ? data.reason : type.replace('charge.', '')
    const decided = booking && failPayment(booking, data.chargeId, reason)
    if (booking && decided?.ok) await saveBooking(tx, booking, decided.value, { actor: null, at: deps.clock.now() })
  },
)

/**
 * Freezes the escrow after a chargeback (chargeback_freeze), so that nothing moves. Payments freezes money that was
 * already released.
 */
export const onChargeChargedBack = eventHandler<PaymentEvent<'charge.charged-back'>>(
  'freeze-booking-on-charge-charged-back',
  ['charge.charged-back'],
  async ({ tx, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await lockBookingById(tx, data.bookingId)
    const frozen = booking && freezePayment(booking, data.chargeId)
    if (!frozen) return
    const now = deps.clock.now()
    await updateBooking(tx, frozen, now)
    const escrow = minor(await balanceOf(tx, `escrow:${frozen.id}`, data.currency))
    if (escrow > 0)
      await postOnce(tx, frozen, `freeze:${data.chargeId}`, chargebackFreezeEscrow({ escrow: frozen.id }, escrow), now)
  },
)
