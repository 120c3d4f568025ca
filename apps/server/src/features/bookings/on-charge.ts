import { type Booking, factsOf, priceOf } from '@veranda/core/bookings/booking.ts'
import { authorisePayment, confirmPayment, failPayment } from '@veranda/core/bookings/hold.ts'
import { nextFree } from '@veranda/core/bookings/slots.ts'
import { captureUnapplied, fund } from '@veranda/core/ledger/postings.ts'
import { freezeHeld } from '@veranda/core/ledger/reversals.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type BookingCharge, type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { post } from '../../ledger/post.ts'
import { append } from '../../log/append.ts'
import { reaction } from '../../log/react.ts'
import { isStillHeld } from './occupancy.ts'
import { anyBooking } from './own-booking.ts'
import { postOnce } from './post-settlement.ts'
import { horizonOf, readAvailability } from './read-availability.ts'
import { updateBooking } from './rows.ts'
import { saveBooking } from './save-booking.ts'

/**
 * Money arrived. Of the running attempt, to the unit, while the slot is still held, it books it (T1); anything else is
 * kept aside (T0) and payments gives it back. The same capture told twice counts once.
 */
export const onChargeCaptured = reaction<PaymentEvent<'charge.captured'>>(
  'book-on-charge-captured',
  ['charge.captured'],
  async ({ tx, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await anyBooking(tx, data.bookingId)
    if (await isPosted(tx, data)) return
    const now = deps.clock.now()
    const decided = booking && confirmPayment(booking, data)
    const price = booking && priceOf(booking)
    if (!booking || !price || !decided?.ok || !(await isStillHeld(tx, data.bookingId))) {
      return keepAside(tx, data, booking, now)
    }
    await postOnce(tx, booking, fundCause(data), fund({ milestone: booking.id }, price), now)
    await saveBooking(tx, booking, decided.value, { actor: null, at: now })
  },
)

/**
 * The card of a request can be charged: the creator is asked, and nothing is posted. One that fits no open attempt is let
 * go by payments.
 */
export const onChargeAuthorised = reaction<PaymentEvent<'charge.authorised'>>(
  'request-on-charge-authorised',
  ['charge.authorised'],
  async ({ tx, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await anyBooking(tx, data.bookingId)
    const now = deps.clock.now()
    const decided = booking && authorisePayment(booking, data)
    if (!booking || !decided?.ok || !(await isStillHeld(tx, data.bookingId))) return turnAway(tx, data, booking, now)
    await saveBooking(tx, booking, decided.value, { actor: null, at: now })
  },
)

const fundCause = ({ chargeId }: Pick<BookingCharge, 'chargeId'>) => `fund:${chargeId}`
const unappliedCause = ({ chargeId }: Pick<BookingCharge, 'chargeId'>) => `unapplied:${chargeId}`

async function isPosted(tx: Tx, data: BookingCharge): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('cause', 'in', [fundCause(data), unappliedCause(data)])
    .executeTakeFirst()
  return row !== undefined
}

/** How many other times a client hears of whose payment came too late. */
const offered = 3

/** The slot is gone or the hold is over: the money goes back, and the client hears when the next ones are free. */
async function keepAside(tx: Tx, data: BookingCharge, booking: Booking | undefined, at: Instant): Promise<void> {
  const { clientId, amount, currency } = data
  await post(tx, {
    ...captureUnapplied({ client: clientId }, amount),
    cause: unappliedCause(data),
    currency,
    at,
    people: { client: clientId },
  })
  await turnAway(tx, data, booking, at)
}

async function turnAway(tx: Tx, data: BookingCharge, booking: Booking | undefined, at: Instant): Promise<void> {
  const { bookingId, chargeId, clientId, amount, currency } = data
  const facts: BookingCharge = { bookingId, chargeId, clientId, amount, currency }
  await append(tx, {
    type: 'charge.unapplied',
    subject: { kind: 'charge', id: chargeId },
    actor: null,
    at,
    data: facts,
  })
  if (!booking) return
  const offer = await readAvailability(tx, {
    serviceId: booking.serviceId,
    clientId,
    within: horizonOf(at),
    now: at,
  })
  const [next = null, ...more] = offer ? nextFree(offer.availability, booking.startsAt, offered) : []
  await append(tx, {
    type: 'booking.paid-too-late',
    subject: { kind: 'booking', id: bookingId },
    actor: null,
    at,
    data: { ...factsOf(booking), next, more },
  })
}

/**
 * The provider said no, its time is over, or the card was let go by others: a hold stays as long as it lasts, and may be
 * paid again; a request is over.
 */
export const onChargeFailed = reaction<PaymentEvent<'charge.failed' | 'charge.expired' | 'charge.voided'>>(
  'unpay-on-charge-failed',
  ['charge.failed', 'charge.expired', 'charge.voided'],
  async ({ tx, event: { type, data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await anyBooking(tx, data.bookingId)
    const reason = 'reason' in data ? data.reason : type.replace('charge.', '')
    const decided = booking && failPayment(booking, data.chargeId, reason)
    if (booking && decided?.ok) await saveBooking(tx, booking, decided.value, { actor: null, at: deps.clock.now() })
  },
)

/** The client's bank took it back: what is held freezes (T9f) and nothing moves. Released money is frozen by payments. */
export const onChargeChargedBack = reaction<PaymentEvent<'charge.charged-back'>>(
  'freeze-booking-on-charge-charged-back',
  ['charge.charged-back'],
  async ({ tx, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await anyBooking(tx, data.bookingId)
    if (!booking || booking.settled || booking.paidBy !== data.chargeId) return
    const now = deps.clock.now()
    await updateBooking(tx, { ...booking, frozen: true }, now)
    const held = minor(await balanceOf(tx, `held:${booking.id}`, data.currency))
    if (held > 0)
      await postOnce(tx, booking, `freeze:${data.chargeId}`, freezeHeld({ milestone: booking.id }, held), now)
  },
)
