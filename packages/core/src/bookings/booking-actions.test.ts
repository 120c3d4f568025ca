import { expect, test } from 'vitest'
import { type ChargeId } from '../ids.ts'
import { type Result } from '../result.ts'
import { day, hour, type Instant, minute } from '../time/instant.ts'
import { completeEarly, outcomesFor, overturn } from './attendance/attendance.ts'
import { type BookingAction, bookingActions, bookingActionsFor } from './booking-actions.ts'
import { type Booking, type BookingParty, type Decision, endOf, type Side } from './booking.ts'
import { attendanceOutcomes, bookingStates } from './booking-states.ts'
import { confirm, decline } from './reservations/answer-request.ts'
import { cancel, previewCancel } from './reservations/cancel.ts'
import { acceptMove, declineMove, move, proposeMove, withdrawMove } from './reservations/move.ts'
import { book, pay, withdraw } from './reservations/reservation.ts'
import {
  bookingIn,
  dailySchedule,
  decidedBooking,
  plusMs,
  sampleAvailability,
  sampleBooking,
  samplePayment,
} from './testing/booking-fixtures.ts'

const { startsAt, version: expected } = sampleBooking()
const expiresAt = plusMs(startsAt, -day)
const later = plusMs(startsAt, 20 * day)
const reason = 'They said so'

/** Each state, and what else it can be on the way. */
const bookings = bookingStates.flatMap((state): Booking[] => {
  const booking = bookingIn(state)
  const payments = [null, samplePayment, { ...samplePayment, settled: true }]
  switch (booking.state) {
    case 'reserved':
      return (['instant', 'manual'] as const).flatMap((confirmation) =>
        [booking.terms.price, null].flatMap((price) => {
          const terms = { ...booking.terms, confirmation, price }
          return [booking.attempt, null].map((attempt) => ({ ...booking, attempt, terms }))
        }),
      )
    case 'requested': {
      const capturing = booking.attempt && { ...booking.attempt, stage: 'capturing' as const }
      return [
        booking,
        { ...booking, attempt: null },
        { ...booking, attempt: null, payment: samplePayment },
        { ...booking, attempt: capturing, expiresAt: booking.startsAt },
      ]
    }
    case 'confirmed': {
      const fields = { startsAt: later, note: '', expiresAt }
      const proposals = [null, { ...fields, by: 'client' }, { ...fields, by: 'creator' }] as const
      return proposals.flatMap((proposal) =>
        ([null, 'client', 'creator'] as const).map((endAgreedBy) => ({ ...booking, proposal, endAgreedBy })),
      )
    }
    case 'in_session':
      return ([null, 'client', 'creator'] as const).map((endAgreedBy) => ({ ...booking, endAgreedBy }))
    case 'completed':
    case 'no_show_client':
    case 'no_show_creator':
    case 'no_show_both':
      return [true, false].flatMap((attendanceUnclear) =>
        payments.map((payment) => decidedBooking(booking.state, { attendanceUnclear, payment })),
      )
    default:
      return [booking]
  }
})

const turningPoints = [expiresAt, startsAt, endOf(sampleBooking()), plusMs(startsAt, 48 * hour + 10 * minute)]
const moments = [plusMs(startsAt, -3 * day), ...turningPoints.flatMap((at) => [plusMs(at, -1), at, plusMs(at, 1)])]

type Command = (booking: Booking, by: BookingParty, now: Instant) => Result<Decision> | 'no-command'

/** Creates a command of the two sides, which an admin has no way to send. */
function ofSides(decide: (booking: Booking, side: Side, now: Instant) => Result<Decision>): Command {
  return (booking, by, now) => (by === 'admin' ? 'no-command' : decide(booking, by, now))
}

const openAt = (now: Instant) => sampleAvailability({ schedule: dailySchedule('UTC', '00:00', '24:00'), now })

const cancelNow = (booking: Booking, by: BookingParty, now: Instant) =>
  cancel(booking, by, { expected, reason, refund: previewCancel(booking, by, now).refund }, now)

/** The command of each action, with an input that no rule about the input refuses. */
const commands: Record<Exclude<BookingAction, 'report-attendance' | 'book-again'>, Command> = {
  book: (booking, by, now) => book(booking, by, now, expected),
  pay: (booking, by, now) => pay(booking, by, { chargeId: 'c' as ChargeId, expected }, now),
  withdraw: (booking, by, now) => withdraw(booking, by, expected, now),
  confirm: (booking, by, now) => confirm(booking, by, expected, now),
  decline: (booking, by, now) => decline(booking, by, { expected, reason }, now),
  move: ofSides((booking, side, now) => move(booking, side, { at: later, expected }, openAt(now))),
  'propose-move': ofSides((booking, side, now) =>
    proposeMove(booking, side, { at: later, expected, note: '' }, openAt(now)),
  ),
  'accept-move': ofSides((booking, side, now) => acceptMove(booking, side, expected, openAt(now))),
  'decline-move': ofSides((booking, side, now) => declineMove(booking, side, expected, now)),
  'withdraw-move': ofSides((booking, side, now) => withdrawMove(booking, side, expected, now)),
  cancel: ofSides(cancelNow),
  'cancel-as-admin': (booking, by, now) => (by === 'admin' ? cancelNow(booking, by, now) : 'no-command'),
  complete: ofSides((booking, side, now) => completeEarly(booking, side, expected, [], now)),
  overturn: (booking, by, now) =>
    by === 'admin' ? overturn(booking, { outcome: otherOutcome(booking), reason, expected }, now) : 'no-command',
}

const otherOutcome = ({ state }: Booking) => (state === 'no_show_both' ? 'no_show_client' : 'no_show_both')

/** Actions without a command on the booking itself. */
const withoutCommand = ['report-attendance', 'book-again'] as const

test('every action is offered if, and only if, its command is not refused: each state, party and time', () => {
  const differences: string[] = []
  const seen = new Map<string, Set<boolean>>()
  for (const booking of bookings) {
    for (const by of ['client', 'creator', 'admin'] as const) {
      for (const now of moments) {
        const offered = bookingActionsFor(booking, by, now)
        for (const action of bookingActions) {
          if (action === 'report-attendance' || action === 'book-again') continue
          const decided = commands[action](booking, by, now)
          const isTaken = decided !== 'no-command' && decided.ok
          seen.set(action, (seen.get(action) ?? new Set()).add(isTaken))
          if (offered.includes(action) === isTaken) continue
          const minutes = (now - startsAt) / minute
          differences.push(`${booking.state} ${by} ${action} at ${minutes} min: ${isTaken ? 'allowed' : 'refused'}`)
        }
      }
    }
  }
  expect([...new Set(differences)]).toEqual([])
  // Each was allowed in one situation and refused in another, so that the comparison is not empty.
  expect([...seen].filter(([, results]) => results.size < 2)).toEqual([])
  expect([...seen.keys(), ...withoutCommand].toSorted()).toEqual([...bookingActions].toSorted())
})

test('an admin is offered exactly the outcomes that are not refused, and to overturn while there is one', () => {
  for (const booking of bookings) {
    for (const now of moments) {
      const offered = outcomesFor(booking, 'admin', now)
      expect(bookingActionsFor(booking, 'admin', now).includes('overturn')).toBe(offered.length > 0)
      for (const outcome of attendanceOutcomes) {
        const isTaken = overturn(booking, { outcome, reason, expected }, now).ok
        expect(offered.includes(outcome), `${booking.state} ${outcome}`).toBe(isTaken)
      }
    }
  }
})

test('the outcome that a session has already can be chosen only if our failure left it unclear', () => {
  const soon = plusMs(startsAt, hour)
  const noShow = (attendanceUnclear: boolean) => decidedBooking('no_show_both', { attendanceUnclear })
  expect(outcomesFor(noShow(false), 'admin', soon)).toEqual(['completed', 'no_show_client', 'no_show_creator'])
  expect(outcomesFor(noShow(true), 'admin', soon)).toEqual(attendanceOutcomes)
  const same = overturn(noShow(false), { outcome: 'no_show_both', reason, expected }, soon)
  expect(same).toMatchObject({ refusal: { code: 'booking.same-outcome' } })
  for (const side of ['client', 'creator'] as const) expect(outcomesFor(noShow(true), side, soon)).toEqual([])
})
