import { type Booking, eventDataOf, type PaidBooking, priceOf } from '@veranda/core/bookings/booking.ts'
import { authorisePayment, confirmPayment, failPayment } from '@veranda/core/bookings/reservations/reservation.ts'
import { freezePayment, losePayment, unfreezePayment } from '@veranda/core/bookings/settlement.ts'
import { nextFreeStarts } from '@veranda/core/bookings/availability/slots.ts'
import { capture, unapplied } from '@veranda/core/ledger/transaction-builders.ts'
import { type BookingCharge, type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { bookingChanged } from '@veranda/contract/bookings/events.ts'
import { type Cause } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
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

type ChargebackEvent = PaymentEvent<'charge.charged-back' | 'charge.chargeback-won' | 'charge.chargeback-lost'>

/**
 * Flags a booking whose payment was charged back, so that nothing of it is settled until the client's bank decides. Payments
 * has frozen its money with the chargeback itself. One handler takes all three events, so that it sees them in their order.
 */
export const onChargeChargedBack = eventHandler<ChargebackEvent>(
  'freeze-booking-on-charge-charged-back',
  ['charge.charged-back', 'charge.chargeback-won', 'charge.chargeback-lost'],
  async ({ tx, event: { type, data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await lockBookingById(tx, data.bookingId)
    if (!booking) return
    const by = { actor: null, at: deps.clock.now() }
    if (type === 'charge.chargeback-won') {
      const free = unfreezePayment(booking, data.chargeId)
      if (free) return settleUnfrozen(tx, free, by)
    } else {
      const step = type === 'charge.charged-back' ? freezePayment : losePayment
      const changed = step(booking, data.chargeId)
      if (changed) await updateBooking(tx, changed, by.at)
    }
    const { id, version, clientId, creatorId } = booking
    await publishChange(tx, [clientId, creatorId], bookingChanged, { id, version })
  },
)

/**
 * Saves a booking whose money is free again, and settles it if its time has come: one that was called off meanwhile, as of
 * when it was called off.
 */
async function settleUnfrozen(tx: Tx, free: PaidBooking, by: Cause): Promise<void> {
  const { rows } = await sql<{ at: Instant }>`
    select at from events where type = 'booking.cancelled' and subject_id = ${free.id} order by position desc limit 1`.execute(
    tx,
  )
  const next = { ...free, version: free.version + 1 }
  await saveBooking(tx, free, { next, events: [] }, { ...by, closedAt: rows[0]?.at ?? by.at })
}
