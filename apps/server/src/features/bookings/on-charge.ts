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
  async ({ t, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await anyBooking(t, data.bookingId)
    if (await isPosted(t, data)) return
    const now = deps.clock.now()
    const decided = booking && confirmPayment(booking, data)
    const price = booking && priceOf(booking)
    if (!booking || !price || !decided?.ok || !(await isStillHeld(t, data.bookingId))) {
      return keepAside(t, data, booking, now)
    }
    await postOnce(t, booking, fundCause(data), fund({ milestone: booking.id }, price), now)
    await saveBooking(t, booking, decided.value, { actor: null, at: now })
  },
)

/**
 * The card of a request can be charged: the creator is asked, and nothing is posted. One that fits no open attempt is let
 * go by payments.
 */
export const onChargeAuthorised = reaction<PaymentEvent<'charge.authorised'>>(
  'request-on-charge-authorised',
  ['charge.authorised'],
  async ({ t, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await anyBooking(t, data.bookingId)
    const now = deps.clock.now()
    const decided = booking && authorisePayment(booking, data)
    if (!booking || !decided?.ok || !(await isStillHeld(t, data.bookingId))) return turnAway(t, data, booking, now)
    await saveBooking(t, booking, decided.value, { actor: null, at: now })
  },
)

const fundCause = ({ chargeId }: Pick<BookingCharge, 'chargeId'>) => `fund:${chargeId}`
const unappliedCause = ({ chargeId }: Pick<BookingCharge, 'chargeId'>) => `unapplied:${chargeId}`

async function isPosted(t: Tx, data: BookingCharge): Promise<boolean> {
  const row = await t
    .selectFrom('ledger_transactions')
    .select('id')
    .where('cause', 'in', [fundCause(data), unappliedCause(data)])
    .executeTakeFirst()
  return row !== undefined
}

/** How many other times a client hears of whose payment came too late. */
const offered = 3

/** The slot is gone or the hold is over: the money goes back, and the client hears when the next ones are free. */
async function keepAside(t: Tx, data: BookingCharge, booking: Booking | undefined, at: Instant): Promise<void> {
  const { clientId, amount, currency } = data
  await post(t, {
    ...captureUnapplied({ client: clientId }, amount),
    cause: unappliedCause(data),
    currency,
    at,
    people: { client: clientId },
  })
  await turnAway(t, data, booking, at)
}

async function turnAway(t: Tx, data: BookingCharge, booking: Booking | undefined, at: Instant): Promise<void> {
  const { bookingId, chargeId, clientId, amount, currency } = data
  const facts: BookingCharge = { bookingId, chargeId, clientId, amount, currency }
  await append(t, {
    type: 'charge.unapplied',
    subject: { kind: 'charge', id: chargeId },
    actor: null,
    at,
    data: facts,
  })
  if (!booking) return
  const offer = await readAvailability(t, {
    serviceId: booking.serviceId,
    clientId,
    within: horizonOf(at),
    now: at,
  })
  const [next = null, ...more] = offer ? nextFree(offer.availability, booking.startsAt, offered) : []
  await append(t, {
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
  async ({ t, event: { type, data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await anyBooking(t, data.bookingId)
    const reason = 'reason' in data ? data.reason : type.replace('charge.', '')
    const decided = booking && failPayment(booking, data.chargeId, reason)
    if (booking && decided?.ok) await saveBooking(t, booking, decided.value, { actor: null, at: deps.clock.now() })
  },
)

/** The client's bank took it back: what is held freezes (T9f) and nothing moves. Released money is frozen by payments. */
export const onChargeChargedBack = reaction<PaymentEvent<'charge.charged-back'>>(
  'freeze-booking-on-charge-charged-back',
  ['charge.charged-back'],
  async ({ t, event: { data }, deps }) => {
    if (data.bookingId === undefined) return
    const booking = await anyBooking(t, data.bookingId)
    if (!booking || booking.settled || booking.paidBy !== data.chargeId) return
    const now = deps.clock.now()
    await updateBooking(t, { ...booking, frozen: true }, now)
    const held = minor(await balanceOf(t, `held:${booking.id}`, data.currency))
    if (held > 0)
      await postOnce(t, booking, `freeze:${data.chargeId}`, freezeHeld({ milestone: booking.id }, held), now)
  },
)
