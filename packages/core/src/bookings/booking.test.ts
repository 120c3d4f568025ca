import { expect, test } from 'vitest'
import { type ChargeId } from '../ids.ts'
import { minor } from '../money/money.ts'
import { type Result } from '../result.ts'
import { day, hour, minute } from '../time/instant.ts'
import { completeEarly, completeAtEnd, markNoShow, overturn, start } from './attendance/attendance.ts'
import { type Booking, type Decision, endOf } from './booking.ts'
import { attendanceOutcomes, bookingMachine, bookingStates } from './booking-states.ts'
import { confirm, decline } from './reservations/answer-request.ts'
import { cancel, previewCancel } from './reservations/cancel.ts'
import { acceptMove, declineMove, expireMove, move, proposeMove } from './reservations/move.ts'
import {
  authorisePayment,
  book,
  confirmPayment,
  expire,
  failPayment,
  pay,
  withdraw,
} from './reservations/reservation.ts'
import { freezePayment, settleBooking } from './settlement.ts'
import {
  bookingIn,
  dailySchedule,
  instantAt,
  plusMs,
  sampleAvailability,
  sampleBooking,
  samplePayment,
} from './testing/booking-fixtures.ts'

const now = instantAt('2027-03-08T09:00:00Z')
const { startsAt, version: expected } = sampleBooking()
const later = plusMs(startsAt, hour)
const open = sampleAvailability({ schedule: dailySchedule('UTC', '00:00', '24:00'), now })
const paid = { chargeId: 'c', amount: minor(10_500), currency: 'EUR', at: now }
const reason = ''

const commands: ((booking: Booking) => Result<Decision> | undefined)[] = [
  (booking) => book(booking, 'client', now, expected),
  (booking) => pay(booking, 'client', { chargeId: 'c' as ChargeId, expected }, now),
  (booking) => authorisePayment(booking, paid),
  (booking) => confirmPayment(booking, paid),
  (booking) => failPayment(booking, 'c', reason),
  (booking) => withdraw(booking, 'client', expected, now),
  (booking) => expire(booking, startsAt),
  (booking) => confirm(booking, 'creator', expected, now),
  (booking) => decline(booking, 'creator', { expected, reason }, now),
  (booking) => move(booking, 'client', { at: later, expected }, open),
  (booking) => proposeMove(booking, 'creator', { at: later, expected, note: '' }, open),
  (booking) => acceptMove(booking, 'client', expected, open),
  (booking) => declineMove(booking, 'client', expected, now),
  (booking) => expireMove(booking, later),
  (booking) => {
    const { refund } = previewCancel(booking, 'client', now)
    return cancel(booking, 'client', { expected, reason, refund }, now)
  },
  (booking) => start(booking, [], startsAt),
  (booking) => completeEarly(booking, 'client', expected, [], startsAt),
  (booking) => completeAtEnd(booking, [], false, endOf(booking)),
  ...(['both', 'client', 'creator'] as const).map((missing) => (booking: Booking) => {
    const sides = (['client', 'creator'] as const).filter((side) => missing !== 'both' && missing !== side)
    const presence = sides.map((side) => ({ side, from: startsAt, to: null }))
    return markNoShow(booking, presence, false, plusMs(startsAt, 10 * minute))
  }),
  ...attendanceOutcomes.map(
    (outcome) => (booking: Booking) => overturn(booking, { outcome, reason, expected }, plusMs(startsAt, hour)),
  ),
]

/** Each state, and what else it can be on the way: free, by request, being captured, with a proposal, half ended. */
const bookings = bookingStates.flatMap((state): Booking[] => {
  const booking = bookingIn(state)
  const manual = { ...booking.terms, confirmation: 'manual' } as const
  switch (booking.state) {
    case 'reserved':
      return [booking, { ...booking, terms: manual }].flatMap((one) => [
        one,
        { ...one, attempt: null },
        { ...one, attempt: null, terms: { ...one.terms, price: null } },
      ])
    case 'requested': {
      const capturing = booking.attempt && { ...booking.attempt, stage: 'capturing' as const }
      return [booking, { ...booking, attempt: capturing }, { ...booking, attempt: null, payment: samplePayment }]
    }
    case 'confirmed': {
      const proposal = { by: 'creator', startsAt: later, note: '', expiresAt: startsAt } as const
      return [booking, { ...booking, proposal, endAgreedBy: 'creator' }]
    }
    case 'in_session':
      return [booking, { ...booking, endAgreedBy: 'creator' }]
    case 'completed':
    case 'no_show_client':
    case 'no_show_creator':
    case 'no_show_both':
      return [booking, { ...booking, attendanceUnclear: true }]
    default:
      return [booking]
  }
})

const fieldsOf = (booking: Booking) => Object.keys(booking).toSorted()

test('every step of the table, and a settlement after it, leaves the fields of its new state and no others', () => {
  const taken = new Set<string>()
  for (const booking of bookings) {
    for (const command of commands) {
      const decided = command(booking)
      if (!decided?.ok) continue
      const { next } = decided.value
      const step = `${booking.state} > ${next.state}`
      taken.add(step)
      const settled = settleBooking(next, booking, plusMs(startsAt, 3 * day))?.next
      const frozen = freezePayment(next, samplePayment.chargeId)
      for (const one of [next, settled ?? next, frozen ?? next]) {
        expect(fieldsOf(one), step).toEqual(fieldsOf(bookingIn(next.state)))
      }
    }
  }
  const steps = bookingMachine.transitions.filter(({ from }) => from !== null)
  expect(taken).toEqual(new Set(steps.map(({ from, to }) => `${from} > ${to}`)))
})
