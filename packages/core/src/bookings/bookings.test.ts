import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BookingId, type ChargeId, type UserId, type HourlyServiceId } from '../ids.ts'
import { parties, findTransition, applyTransition } from '../state-machine.ts'
import { minor } from '../money/money.ts'
import { day, hour, type Instant, minute } from '../time/instant.ts'
import { bookingActionsFor } from './booking-actions.ts'
import { confirm, decline } from './reservations/answer-request.ts'
import { type Booking, isRequested, nextFieldsOf, type RequestedBooking } from './booking.ts'
import {
  attendanceOutcomes,
  bookingMachine,
  type BookingState,
  bookingStates,
  bookingSteps,
  isCalledOff,
  occupiesTime,
  type AttendanceOutcome,
} from './booking-states.ts'
import { hourlyServiceActionsFor } from './services/hourly-service.ts'
import { cancel, previewCancel } from './reservations/cancel.ts'
import {
  authorisePayment,
  confirmPayment,
  expire,
  failPayment,
  book,
  withdraw,
  reserve,
  pay,
} from './reservations/reservation.ts'
import {
  completeEarly,
  countsAsAttendance,
  completeAtEnd,
  markNoShow,
  overturn,
  start,
} from './attendance/attendance.ts'
import { reminders } from './events.ts'
import {
  acceptMove,
  canMoveFreelyTo,
  declineMove,
  expireMove,
  move,
  proposeMove,
  withdrawMove,
} from './reservations/move.ts'
import { fullRefundUntil, isValidPolicy, refundPercentAt, splitRefund } from './services/cancellation-policy.ts'
import { type PresenceInterval, presentMinutes, findNoShow } from './attendance/presence.ts'
import { settleBooking } from './settlement.ts'
import {
  bookingIn,
  instantAt,
  sampleAvailability,
  samplePayment,
  sampleBooking,
  errorCodeOf,
  dailySchedule,
  freeTerms,
  valueOf,
  plusMs,
  paidTerms,
} from './testing/booking-fixtures.ts'
import { isReminderTimely, reminderLeadMs, upcomingReminders, timersFor } from './booking-timers.ts'

/** A second, hand-written copy of the table: `from action parties > to`. Everything else is refused. */
const allowed = `
  new reserve client > reserved
  reserved book client,system > confirmed
  reserved request client,system > requested
  reserved pay client > reserved
  reserved fail-payment system > reserved
  reserved withdraw client > withdrawn
  reserved expire system > expired
  requested capture creator > requested
  requested confirm creator,system > confirmed
  requested decline creator > declined
  requested expire system > expired
  requested fail-payment system > expired
  requested cancel client,creator,admin > cancelled
  confirmed move client,creator > confirmed
  confirmed propose-move client,creator > confirmed
  confirmed accept-move client,creator > confirmed
  confirmed decline-move client,creator > confirmed
  confirmed withdraw-move client,creator > confirmed
  confirmed expire-move system > confirmed
  confirmed cancel client,creator,admin > cancelled
  confirmed start system > in_session
  confirmed enter client,creator > confirmed
  confirmed agree-end client,creator > confirmed
  confirmed complete system > completed
  confirmed no-show-client system > no_show_client
  confirmed no-show-creator system > no_show_creator
  confirmed no-show-both system > no_show_both
  in_session enter client,creator > in_session
  in_session agree-end client,creator > in_session
  in_session complete system > completed
  in_session no-show-client system > no_show_client
  in_session no-show-creator system > no_show_creator
  in_session no-show-both system > no_show_both
  completed overturn-completed admin > completed
  completed overturn-client admin > no_show_client
  completed overturn-creator admin > no_show_creator
  completed overturn-both admin > no_show_both
  no_show_client overturn-completed admin > completed
  no_show_client overturn-client admin > no_show_client
  no_show_client overturn-creator admin > no_show_creator
  no_show_client overturn-both admin > no_show_both
  no_show_creator overturn-completed admin > completed
  no_show_creator overturn-client admin > no_show_client
  no_show_creator overturn-creator admin > no_show_creator
  no_show_creator overturn-both admin > no_show_both
  no_show_both overturn-completed admin > completed
  no_show_both overturn-client admin > no_show_client
  no_show_both overturn-creator admin > no_show_creator
  no_show_both overturn-both admin > no_show_both`

test('every state × step × party is as in the hand-written table, and nothing else is allowed', () => {
  const rows = new Map(
    allowed
      .trim()
      .split('\n')
      .map((line) => {
        const [from = '', action = '', who = '', , to = ''] = line.trim().split(' ')
        return [`${from} ${action}`, { who: who.split(','), to }] as const
      }),
  )
  for (const from of [null, ...bookingStates]) {
    for (const action of bookingSteps) {
      const row = rows.get(`${from ?? 'new'} ${action}`)
      expect(findTransition(bookingMachine, from, action)?.to).toBe(row?.to)
      for (const party of parties) {
        const taken = applyTransition(bookingMachine, from === null ? null : { state: from, version: 1 }, action, party)
        expect(`${from} ${action} ${party} ${taken.ok}`).toBe(
          `${from} ${action} ${party} ${row?.who.includes(party) ?? false}`,
        )
      }
    }
  }
})

test('a booking occupies its time, was called off, or is decided: each state is exactly one of them', () => {
  const isDecidedState = (state: BookingState) => attendanceOutcomes.some((one) => one === state)
  for (const state of bookingStates) {
    const kinds = [occupiesTime(state), isCalledOff(state), isDecidedState(state)]
    expect(kinds.filter(Boolean), state).toHaveLength(1)
  }
})

const now = instantAt('2027-03-08T09:00:00Z')
const open = sampleAvailability({ schedule: dailySchedule('UTC', '00:00', '24:00'), now, terms: freeTerms })
const wish = {
  id: 'b' as BookingId,
  serviceId: 's' as HourlyServiceId,
  creatorId: 'creator' as UserId,
  clientId: 'client' as UserId,
  terms: paidTerms,
  startsAt: instantAt('2027-03-10T10:00:00Z'),
  zones: { client: 'UTC', creator: 'UTC' },
  note: '',
}

/** Books a reservation that the creator has to confirm. */
function requestedBy(booking: Booking, at: Instant): RequestedBooking {
  const { next } = valueOf(book(booking, 'client', at, booking.version))
  if (!isRequested(next)) throw new Error(`booked as ${next.state}`)
  return next
}

describe('reserving', () => {
  test('a reservation lasts fifteen minutes; own services and slots that are not free are refused', () => {
    const { next } = valueOf(reserve(wish, open))
    expect(next).toMatchObject({ state: 'reserved', version: 1, expiresAt: plusMs(now, 15 * minute), attempt: null })
    expect(errorCodeOf(reserve({ ...wish, clientId: wish.creatorId }, open))).toBe('booking.own-service')
    expect(hourlyServiceActionsFor(wish.creatorId, wish.creatorId)).toEqual(['edit'])
    expect(hourlyServiceActionsFor(wish.creatorId, wish.clientId)).toEqual(['book'])
    expect(errorCodeOf(reserve({ ...wish, startsAt: plusMs(wish.startsAt, minute) }, open))).toBe('booking.slot-taken')
  })
  test('a free one is booked by the client, a paid one only by its payment, in full and in time', () => {
    const reserved = valueOf(reserve(wish, open)).next
    expect(errorCodeOf(book(reserved, 'client', now, 1))).toBe('booking.payment-required')
    const chargeId = 'c' as ChargeId
    const paying = valueOf(pay(reserved, 'client', { chargeId, expected: 1 }, now)).next
    expect(errorCodeOf(pay(paying, 'client', { chargeId, expected: 2 }, now))).toBe('booking.payment-in-progress')
    const captured = { chargeId, amount: minor(10_500), currency: 'EUR', at: plusMs(now, 15 * minute) }
    expect(valueOf(confirmPayment(paying, captured)).next).toMatchObject({
      state: 'confirmed',
      payment: { chargeId: 'c', settled: false, refunded: 0 },
    })
    for (const wrong of [
      { ...captured, amount: minor(10_499) },
      { ...captured, currency: 'USD' },
      { ...captured, chargeId: 'd' as ChargeId },
      { ...captured, at: plusMs(captured.at, 1) },
    ]) {
      expect(errorCodeOf(confirmPayment(paying, wrong))).toBe('payment.unapplied')
    }
    const failed = valueOf(failPayment(paying, 'c', 'declined')).next
    expect(failed).toMatchObject({ state: 'reserved', attempt: null })
    expect(errorCodeOf(failPayment(failed, 'c', 'declined'))).toBe('payment.other-attempt')
    const freeReserved = valueOf(reserve({ ...wish, terms: freeTerms }, open)).next
    expect(errorCodeOf(pay(freeReserved, 'client', { chargeId, expected: 1 }, now))).toBe('booking.nothing-to-pay')
    expect(valueOf(book(freeReserved, 'client', now, 1)).next.state).toBe('confirmed')
    expect(errorCodeOf(book(freeReserved, 'client', plusMs(now, 15 * minute), 1))).toBe('booking.reservation-expired')
    expect(valueOf(withdraw(freeReserved, 'client', 1, now)).next.state).toBe('withdrawn')
    expect(errorCodeOf(expire(freeReserved, plusMs(now, 14 * minute)))).toBe('booking.too-early')
  })
  test("a request keeps its card authorised: the creator's confirmation charges it, and only that payment confirms", () => {
    const chargeId = 'c' as ChargeId
    const reserved = valueOf(reserve({ ...wish, terms: { ...paidTerms, confirmation: 'manual' } }, open)).next
    const paying = valueOf(pay(reserved, 'client', { chargeId, expected: 1 }, now))
    expect(paying.events[0]?.data).toMatchObject({ capture: 'later' })
    const payment = { chargeId, amount: minor(10_500), currency: 'EUR', at: plusMs(now, minute) }
    for (const wrong of [
      { ...payment, amount: minor(1) },
      { ...payment, chargeId: 'd' },
      { ...payment, at: plusMs(now, hour) },
    ]) {
      expect(errorCodeOf(authorisePayment(paying.next, wrong))).toBe('payment.unapplied')
    }
    const asked = valueOf(authorisePayment(paying.next, payment)).next
    expect(asked).toMatchObject({ state: 'requested', payment: null, attempt: { stage: 'authorised' } })
    expect(errorCodeOf(authorisePayment(asked, payment))).toBe('payment.unapplied')
    expect(errorCodeOf(confirmPayment(asked, payment))).toBe('payment.unapplied')
    expect(previewCancel(asked, 'client', now)).toMatchObject({ paid: null, refund: null, authorised: 10_500 })
    const yes = valueOf(confirm(asked, 'creator', asked.version, now)).next
    expect(yes).toMatchObject({ state: 'requested', attempt: { stage: 'capturing' }, expiresAt: yes.startsAt })
    expect(bookingActionsFor(yes, 'creator', now)).toEqual(['cancel'])
    expect(errorCodeOf(decline(yes, 'creator', { expected: yes.version, reason: '' }, now))).toBe(
      'booking.payment-in-progress',
    )
    expect(valueOf(expire(yes, yes.startsAt)).events[0]?.data).toMatchObject({ during: 'payment' })
    const taken = valueOf(confirmPayment(yes, { ...payment, at: plusMs(now, day) })).next
    expect(taken).toEqual({ ...sampleBooking(), ...nextFieldsOf(yes) })
    expect(valueOf(failPayment(yes, 'c', 'voided'))).toMatchObject({
      next: { state: 'expired', payment: null },
      events: [{ data: { during: 'payment' } }],
    })
    const gone = valueOf(decline(asked, 'creator', { expected: asked.version, reason: '' }, now)).next
    expect(settleBooking(gone, asked, now)).toBeUndefined()
  })
  test('a request waits 24 hours, or until the notice before the start, whichever is first', () => {
    const terms = { ...freeTerms, confirmation: 'manual' as const, noticeMinutes: 720 }
    const far = valueOf(reserve({ ...wish, terms }, open)).next
    expect(requestedBy(far, now).expiresAt).toBe(plusMs(now, day))
    const near = valueOf(reserve({ ...wish, terms, startsAt: instantAt('2027-03-09T00:00:00Z') }, open)).next
    const asked = requestedBy(near, now)
    expect(asked.expiresAt).toBe(instantAt('2027-03-08T12:00:00Z'))
    expect(errorCodeOf(confirm(asked, 'creator', asked.version, instantAt('2027-03-08T12:00:00Z')))).toBe(
      'booking.request-expired',
    )
    // At the end of the notice there is still a quarter of an hour, but never beyond the start.
    const reserved = { ...near, expiresAt: instantAt('2027-03-09T00:00:00Z') }
    const late = (when: string) => requestedBy(reserved, instantAt(when)).expiresAt
    expect(late('2027-03-08T11:59:00Z')).toBe(instantAt('2027-03-08T12:14:00Z'))
    expect(late('2027-03-08T23:50:00Z')).toBe(near.startsAt)
    expect(valueOf(confirm(asked, 'creator', asked.version, now)).next.state).toBe('confirmed')
    expect(valueOf(decline(asked, 'creator', { expected: asked.version, reason: 'x' }, now)).next.ended.by).toBe(
      'creator',
    )
    expect(errorCodeOf(confirm(asked, 'creator', 1, now))).toBe('booking.stale')
  })
})

describe('moving and cancelling', () => {
  const there = sampleAvailability({ schedule: dailySchedule('UTC', '00:00', '24:00'), now, terms: freeTerms })
  const inside = { ...there, now: instantAt('2027-03-10T00:00:00Z') }
  const to = instantAt('2027-03-10T12:00:00Z')
  test('without consent while cancelling refunds everything, with consent after that', () => {
    const before = sampleBooking()
    const moved = valueOf(move(before, 'client', { at: to, expected: 3 }, there)).next
    expect(moved).toMatchObject({ id: 'b', startsAt: to, sequence: 1, version: 4 })
    expect(errorCodeOf(move(before, 'client', { at: to, expected: 3 }, inside))).toBe('booking.move-needs-consent')
    expect(errorCodeOf(move(before, 'client', { at: before.startsAt, expected: 3 }, there))).toBe('booking.same-time')
    // From far off into the cancellation window: the refund would be lost.
    const soon = { at: plusMs(now, 3 * hour), expected: 3 }
    for (const side of ['client', 'creator'] as const) {
      expect(errorCodeOf(move(before, side, soon, there))).toBe('booking.move-needs-consent')
      expect(valueOf(proposeMove(before, side, { ...soon, note: '' }, there)).next.proposal?.startsAt).toBe(soon.at)
    }
    const asked = valueOf(proposeMove(before, 'creator', { at: to, expected: 3, note: '' }, inside)).next
    expect(asked.proposal).toMatchObject({ by: 'creator', startsAt: to, expiresAt: before.startsAt })
    expect(errorCodeOf(acceptMove(asked, 'creator', 4, inside))).toBe('booking.own-proposal')
    expect(errorCodeOf(proposeMove(asked, 'client', { at: to, expected: 4, note: '' }, inside))).toBe(
      'booking.proposal-pending',
    )
    expect(valueOf(acceptMove(asked, 'client', 4, inside)).next).toMatchObject({
      startsAt: to,
      proposal: null,
      sequence: 1,
    })
    const taken = { ...inside, clientBusy: [{ from: to, to: plusMs(to, hour) }] }
    expect(errorCodeOf(acceptMove(asked, 'client', 4, taken))).toBe('booking.slot-taken')
    expect(valueOf(declineMove(asked, 'client', 4, inside.now)).events[0]?.data).toMatchObject({ how: 'declined' })
    expect(valueOf(withdrawMove(asked, 'creator', 4, inside.now)).events[0]?.data).toMatchObject({ how: 'withdrawn' })
    expect(errorCodeOf(declineMove(asked, 'creator', 4, inside.now))).toBe('booking.own-proposal')
    expect(errorCodeOf(withdrawMove(asked, 'client', 4, inside.now))).toBe('booking.not-your-proposal')
    expect(errorCodeOf(withdrawMove(before, 'client', 3, inside.now))).toBe('booking.no-proposal')
    expect(errorCodeOf(declineMove(before, 'client', 3, inside.now))).toBe('booking.no-proposal')
    expect(valueOf(expireMove(asked, before.startsAt)).next.proposal).toBeNull()
  })
  test('an open proposal can be accepted after the minimum notice, but not if the time is taken by then', () => {
    const starts = plusMs(now, 14 * hour)
    const terms = { ...freeTerms, noticeMinutes: 720, horizonDays: 1 }
    const asks = { ...there, terms, currentStart: starts }
    const before = sampleBooking({ startsAt: starts }, { ...paidTerms, noticeMinutes: 720 })
    const wanted = plusMs(starts, 30 * minute)
    const asked = valueOf(proposeMove(before, 'creator', { at: wanted, expected: 3, note: '' }, asks)).next
    const late = { ...asks, now: plusMs(wanted, -2 * hour) }
    expect(errorCodeOf(proposeMove(before, 'creator', { at: wanted, expected: 3, note: '' }, late))).toBe(
      'booking.slot-taken',
    )
    expect(valueOf(acceptMove(asked, 'client', 4, late)).next.startsAt).toBe(wanted)
    const coarser = { ...late, terms: { ...terms, incrementMinutes: 480 } }
    expect(valueOf(acceptMove(asked, 'client', 4, coarser)).next.startsAt).toBe(wanted)
    const busy = [{ from: wanted, to: plusMs(wanted, minute) }]
    for (const blocked of [
      { ...late, creatorBusy: busy },
      { ...late, clientBusy: busy },
      { ...late, schedule: { ...late.schedule, absences: busy.map((one) => ({ ...one, note: '' })) } },
      { ...late, schedule: { ...late.schedule, weekly: [] } },
      { ...late, terms: { ...terms, maxPerDay: 1 }, quotaStarts: [plusMs(wanted, -hour)] },
    ]) {
      expect(errorCodeOf(acceptMove(asked, 'client', 4, blocked))).toBe('booking.slot-taken')
    }
    expect(errorCodeOf(acceptMove(asked, 'client', 4, { ...late, now: starts }))).toBe('booking.proposal-expired')
  })
  test('a move across a change of zone uses the clock of the new zone', () => {
    const away = dailySchedule('Europe/Berlin', '00:00', '24:00', {
      travels: [{ from: '2027-03-20', timeZone: 'Asia/Tokyo' }],
    })
    const over = instantAt('2027-03-22T10:00:00Z')
    const asks = { ...there, schedule: away }
    const moved = valueOf(move(sampleBooking(), 'client', { at: over, expected: 3 }, asks)).next
    expect(moved.zones).toEqual({ client: 'Asia/Tokyo', creator: 'Asia/Tokyo' })
    expect(valueOf(move(moved, 'client', { at: to, expected: 4 }, asks)).next.zones.creator).toBe('Europe/Berlin')
    const asked = valueOf(proposeMove(sampleBooking(), 'creator', { at: over, expected: 3, note: '' }, asks)).next
    expect(asked.zones.creator).toBe('Europe/Berlin')
    expect(valueOf(acceptMove(asked, 'client', 4, asks)).next.zones.creator).toBe('Asia/Tokyo')
  })
  test('without consent only between times at which cancelling refunds everything, and where the client has a day to do so', () => {
    const starts = plusMs(now, 10 * day)
    const free24 = sampleBooking({ startsAt: starts }, { ...freeTerms, price: null })
    const tiers = { ...paidTerms, policy: [{ hoursBefore: 6, refundPercent: 100 }] }
    const six = sampleBooking({ startsAt: starts }, tiers)
    const never = sampleBooking({ startsAt: starts }, { ...paidTerms, policy: [{ hoursBefore: 6, refundPercent: 50 }] })
    const earliest = (one: typeof six, side: 'client' | 'creator') =>
      Array.from({ length: 97 }, (_, hours) => hours).find((hours) =>
        canMoveFreelyTo(one, side, plusMs(now, hours * hour), now),
      )
    expect([earliest(six, 'client'), earliest(six, 'creator')]).toEqual([6, 30])
    expect([earliest(free24, 'client'), earliest(free24, 'creator')]).toEqual([24, 24])
    expect([earliest(never, 'client'), earliest(never, 'creator')]).toEqual([undefined, undefined])
    const near = { ...six, startsAt: plusMs(now, 6 * hour - 1) }
    expect(canMoveFreelyTo(near, 'client', starts, now)).toBe(false)
  })
  test('the refund follows the tiers for the client and is full from the creator; another amount than was shown is refused', () => {
    const policy = [
      { hoursBefore: 48, refundPercent: 100 },
      { hoursBefore: 12, refundPercent: 50 },
    ]
    const one = sampleBooking({}, { ...paidTerms, policy })
    const start = one.startsAt
    const share = (before: number) => previewCancel(one, 'client', plusMs(start, -before)).refund
    expect([share(48 * hour), share(48 * hour - 1), share(12 * hour), share(12 * hour - 1)]).toEqual([
      10_500, 5_250, 5_250, 0,
    ])
    expect(previewCancel(one, 'creator', plusMs(start, -hour)).refund).toBe(10_500)
    for (const side of ['client', 'creator', 'admin'] as const) {
      const frozen = previewCancel(
        { ...one, payment: { ...samplePayment, frozen: true } },
        side,
        plusMs(start, -50 * hour),
      )
      expect(frozen).toMatchObject({ paid: 10_500, refund: 0, refundPercent: 0 })
    }
    expect(previewCancel(one, 'client', plusMs(start, -50 * hour)).changesAt).toBe(plusMs(start, -48 * hour))
    expect(fullRefundUntil(policy, start)).toBe(plusMs(start, -48 * hour))
    const late = plusMs(start, -20 * hour)
    expect(errorCodeOf(cancel(one, 'client', { expected: 3, reason: '', refund: 10_500 }, late))).toBe(
      'booking.refund-changed',
    )
    const gone = valueOf(cancel(one, 'client', { expected: 3, reason: 'r', refund: 5_250 }, late))
    expect(gone.next).toMatchObject({ state: 'cancelled', sequence: 1 })
    expect(gone.events[0]?.data).toMatchObject({ late: true, refund: 5_250 })
    // A request was in no calendar, so its sequence does not grow.
    const asked = { ...bookingIn('requested'), terms: one.terms }
    const early = plusMs(start, -30 * hour)
    const off = valueOf(cancel(asked, 'client', { expected: 3, reason: '', refund: null }, early))
    expect(off.next).toMatchObject({ state: 'cancelled', sequence: 0 })
    expect(errorCodeOf(cancel(one, 'client', { expected: 3, reason: '', refund: 0 }, start))).toBe(
      'booking.already-started',
    )
    expect(settleBooking(gone.next, one, late)?.settlement).toMatchObject({
      toClient: { amount: 5_000 },
      toCreator: { amount: 5_000 },
    })
  })
  test('whatever the share, both parts and their fees sum to what was paid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.integer({ min: 0, max: 100 }), (price, percent) => {
        const whole = {
          price: minor(price),
          clientFee: minor(Math.round(price / 20)),
          creatorFee: minor(Math.round(price / 10)),
        }
        const { toClient, toCreator } = splitRefund(whole, percent)
        expect(toClient.amount + toCreator.amount).toBe(price)
        expect(toClient.clientFee + toCreator.clientFee).toBe(whole.clientFee)
        expect(toClient.creatorFee + toCreator.creatorFee).toBe(whole.creatorFee)
        expect(Math.min(toClient.amount, toCreator.amount)).toBeGreaterThanOrEqual(0)
      }),
    )
    expect(
      isValidPolicy([
        { hoursBefore: 2, refundPercent: 50 },
        { hoursBefore: 24, refundPercent: 100 },
      ]),
    ).toBe(false)
    expect(
      isValidPolicy([
        { hoursBefore: 24, refundPercent: 50 },
        { hoursBefore: 2, refundPercent: 100 },
      ]),
    ).toBe(false)
    expect(refundPercentAt([], now, now)).toBe(0)
  })
})

describe('attendance', () => {
  const one = sampleBooking()
  const s = one.startsAt
  const meeting = { startsAt: s, endsAt: plusMs(s, 30 * minute) }
  const there = (side: PresenceInterval['side'], from: number, to: number | null): PresenceInterval => ({
    side,
    from: plusMs(s, from * minute),
    to: to === null ? null : plusMs(s, to * minute),
  })
  test('a side present at any time from ten minutes before to ten minutes after the start attended', () => {
    const both = [there('client', -10, -5), there('creator', 10, null)]
    expect(findNoShow(meeting, both, false)).toBeUndefined()
    expect(findNoShow(meeting, [there('client', -20, -10)], false)).toBe('both')
    expect(findNoShow(meeting, [there('client', 0, 5)], false)).toBe('creator')
    expect(findNoShow(meeting, [there('creator', 11, null), there('client', 0, null)], false)).toBe('creator')
    expect(findNoShow(meeting, [there('creator', 5, 6)], false)).toBe('client')
    expect(findNoShow(meeting, [], true)).toBeUndefined()
  })
  test('minutes are counted once, within the session; lateness in whole minutes', () => {
    const presence = [there('client', -10, 10), there('client', 5, 20), there('client', 25, null)]
    expect(presentMinutes(meeting, presence, 'client')).toBe(25)
    expect(presentMinutes(meeting, presence, 'creator')).toBe(0)
  })
  test('a session starts when both are present or at its start; Join opens ten minutes before', () => {
    const early = [there('client', -9, null), there('creator', -8, null)]
    const counted = (minutes: number, booking: Booking = one) =>
      countsAsAttendance(booking, plusMs(s, minutes * minute))
    expect([-11, -10, 29, 30].map((minutes) => counted(minutes))).toEqual([false, true, true, false])
    expect([counted(5, bookingIn('no_show_both')), counted(5, bookingIn('cancelled'))]).toEqual([true, false])
    expect(errorCodeOf(start(one, early.slice(1), plusMs(s, -minute)))).toBe('booking.too-early')
    expect(valueOf(start(one, early, plusMs(s, -minute))).next.state).toBe('in_session')
    const met = valueOf(start(one, [], s)).next
    expect(errorCodeOf(markNoShow(met, [], false, plusMs(s, 9 * minute)))).toBe('booking.too-early')
    expect(valueOf(markNoShow(met, early.slice(0, 1), false, plusMs(s, 10 * minute))).next.state).toBe(
      'no_show_creator',
    )
    expect(markNoShow(met, early, false, plusMs(s, 10 * minute))).toBeUndefined()
    expect(valueOf(completeAtEnd(met, early, false, meeting.endsAt)).events[0]?.data).toMatchObject({
      clientMinutes: 30,
      creatorMinutes: 30,
    })
    const half = valueOf(completeEarly(met, 'client', met.version, early, plusMs(s, minute))).next
    expect(half.state).toBe('in_session')
    expect(valueOf(completeEarly(half, 'creator', half.version, early, plusMs(s, minute))).next.state).toBe('completed')
    expect(errorCodeOf(completeEarly(one, 'client', 3, [], plusMs(s, -minute)))).toBe('booking.not-started')
  })
  test('an admin may overturn for 48 hours; the money waits as long and then follows the outcome', () => {
    const noShow = valueOf(markNoShow(bookingIn('in_session'), [], false, plusMs(s, 10 * minute))).next
    expect(noShow.state).toBe('no_show_both')
    const turned = valueOf(
      overturn(noShow, { outcome: 'no_show_client', reason: 'x', expected: noShow.version }, plusMs(s, hour)),
    ).next
    expect(turned.state).toBe('no_show_client')
    const much = plusMs(s, 49 * hour)
    expect(errorCodeOf(overturn(noShow, { outcome: 'completed', reason: 'x', expected: noShow.version }, much))).toBe(
      'booking.overturn-expired',
    )
    const due = plusMs(meeting.endsAt, 48 * hour)
    expect(settleBooking(noShow, noShow, plusMs(due, -1))).toBeUndefined()
    expect(settleBooking(noShow, noShow, due)?.events[0]?.data).toMatchObject({ refund: 10_500, creatorReceives: 0 })
    expect(settleBooking(turned, turned, due)?.events[0]?.data).toMatchObject({ refund: 0, creatorReceives: 9_000 })
    expect(settleBooking({ ...turned, payment: { ...samplePayment, frozen: true } }, turned, due)).toBeUndefined()
  })
  test('an admin decides a session in which our failure left a side out, and no other that took place', () => {
    const met = bookingIn('in_session')
    const short = [there('client', -9, null), there('creator', -8, 14)]
    const ends = (presence: readonly PresenceInterval[], fault: boolean) =>
      valueOf(completeAtEnd(met, presence, fault, meeting.endsAt)).next
    expect(ends(short, false).attendanceUnclear).toBe(false)
    expect(ends([there('client', -9, null), there('creator', -8, 15)], true).attendanceUnclear).toBe(false)
    for (const nobody of [ends([], true), ends(short, true)]) {
      expect(nobody).toMatchObject({ state: 'completed', attendanceUnclear: true })
      const soon = plusMs(s, hour)
      expect(bookingActionsFor(nobody, 'admin', soon)).toEqual(['overturn'])
      const overturnTo = (outcome: AttendanceOutcome) =>
        overturn(nobody, { outcome, reason: 'x', expected: nobody.version }, soon)
      const back = valueOf(overturnTo('no_show_both')).next
      expect(settleBooking(back, back, plusMs(meeting.endsAt, 48 * hour))?.events[0]?.data).toMatchObject({
        refund: 10_500,
      })
      expect(valueOf(overturnTo('completed')).next).toMatchObject({
        state: 'completed',
        ended: { by: 'admin', reason: 'x' },
      })
    }
    const fine = ends(short, false)
    expect(bookingActionsFor(fine, 'admin', plusMs(s, hour))).toEqual([])
    const input = { outcome: 'no_show_both', reason: 'x', expected: fine.version } as const
    expect(errorCodeOf(overturn(fine, input, plusMs(s, hour)))).toBe('booking.not-overturnable')
  })
  test('reminders come at 24 hours, 1 hour, 30 and 5 minutes; a booking made too late for one never gets it', () => {
    expect(
      upcomingReminders(s, plusMs(s, -2 * day)).map(({ reminder, at: when }) => `${reminder} ${(s - when) / minute}`),
    ).toEqual(['day 1440', 'hour 60', 'half-hour 30', 'enter 5'])
    expect(upcomingReminders(s, plusMs(s, -20 * minute)).map(({ reminder }) => reminder)).toEqual(['enter'])
    expect(timersFor(one, plusMs(s, -20 * minute)).map(({ kind }) => kind)).toEqual([
      'remind',
      'start',
      'no-show-check',
      'end',
    ])
    // Booked just after its start: it begins at once.
    const late = timersFor(one, plusMs(s, minute))
    expect(late.map(({ kind }) => kind)).toEqual(['start', 'no-show-check', 'end'])
    expect(late[0]?.at).toBe(s)
    expect(timersFor(bookingIn('completed'), s)).toEqual([{ kind: 'settle', at: plusMs(meeting.endsAt, 48 * hour) }])
    expect(timersFor(bookingIn('cancelled'), now)).toEqual([])
  })
  test('a late reminder is sent until the next one is due, the last until the start', () => {
    const timelyReminders = (minutesLeft: number) => {
      const when = plusMs(s, -minutesLeft * minute)
      return reminders.filter((which) => s - reminderLeadMs[which] <= when && isReminderTimely(which, s, when))
    }
    expect(timelyReminders(1440)).toEqual(['day'])
    expect(timelyReminders(61)).toEqual(['day'])
    expect(timelyReminders(60)).toEqual(['hour'])
    expect(timelyReminders(31)).toEqual(['hour'])
    expect(timelyReminders(30)).toEqual(['half-hour'])
    expect(timelyReminders(6)).toEqual(['half-hour'])
    expect(timelyReminders(5)).toEqual(['enter'])
    expect(timelyReminders(0.5)).toEqual(['enter'])
    expect(timelyReminders(0)).toEqual([])
  })
})

test('the actions offered are those that the commands allow', () => {
  const confirmed = sampleBooking()
  expect(bookingActionsFor(confirmed, 'client', now)).toEqual(['move', 'propose-move', 'cancel'])
  expect(bookingActionsFor(confirmed, 'creator', plusMs(confirmed.startsAt, -hour))).toEqual(['propose-move', 'cancel'])
  expect(bookingActionsFor(confirmed, 'client', plusMs(confirmed.startsAt, -5 * minute))).toEqual([
    'propose-move',
    'cancel',
  ])
  expect(bookingActionsFor(confirmed, 'admin', now)).toEqual(['cancel-as-admin'])
  expect(bookingActionsFor(bookingIn('no_show_both'), 'admin', plusMs(confirmed.startsAt, hour))).toEqual(['overturn'])
  const missed = bookingIn('no_show_both')
  for (const side of ['client', 'creator'] as const) {
    expect(bookingActionsFor(missed, side, plusMs(confirmed.startsAt, hour))).toEqual(['report-attendance'])
  }
  for (const state of ['declined', 'expired', 'withdrawn', 'cancelled', 'completed'] as const) {
    expect(bookingActionsFor(bookingIn(state), 'client', now)).toEqual(['book-again'])
    expect(bookingActionsFor(bookingIn(state), 'creator', now)).toEqual([])
  }
  const reserved = valueOf(reserve(wish, open)).next
  expect(bookingActionsFor(reserved, 'client', now)).toEqual(['pay', 'withdraw'])
  expect(bookingActionsFor(reserved, 'client', plusMs(now, hour))).toEqual([])
  expect(bookingActionsFor(bookingIn('requested'), 'creator', now)).toEqual(['confirm', 'decline', 'cancel'])
})
