import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BookingId, type ChargeId, type PersonId, type SessionId } from '../ids.ts'
import { parties, stepOf, takeStep } from '../machine.ts'
import { minor } from '../money/money.ts'
import { day, hour, minute } from '../time/instant.ts'
import { bookingActionsFor } from './actions.ts'
import { confirm, decline } from './answer.ts'
import { type Booking } from './booking.ts'
import { bookingMachine, bookingStates, bookingSteps, type Outcome } from './booking-states.ts'
import { cancel, previewCancel } from './cancel.ts'
import { authorisePayment, confirmPayment, expire, failPayment, finishHold, giveBack, hold, pay } from './hold.ts'
import { agreeEnd, countsAsThere, endAt, judge, overturn, start } from './meet.ts'
import { reminders } from './events.ts'
import { acceptMove, declineMove, lapseMove, move, movesFreely, proposeMove } from './move.ts'
import { freeUntil, isPolicy, refundPercentAt, settle } from './policy.ts'
import { type Presence, minutesLate, minutesThere, whoMissed } from './presence.ts'
import { divide } from './settlement.ts'
import { at, availability, booking, codeOf, daily, free, good, later, paid } from './test-world.ts'
import { isTimely, reminderTimes, remindersOf, timersOf } from './timers.ts'

/** Written down once more by hand: `from action parties > to`. Everything else is refused. */
const allowed = `
  new hold client > held
  held book client,system > confirmed
  held request client,system > requested
  held pay client > held
  held fail-payment system > held
  held give-back client > given_back
  held expire system > expired
  requested capture creator > requested
  requested confirm creator,system > confirmed
  requested decline creator > declined
  requested expire system > expired
  requested fail-payment system > expired
  requested cancel client,creator,operator > cancelled
  confirmed move client,creator > confirmed
  confirmed propose-move client,creator > confirmed
  confirmed accept-move client,creator > confirmed
  confirmed decline-move client,creator > confirmed
  confirmed withdraw-move client,creator > confirmed
  confirmed lapse-move system > confirmed
  confirmed cancel client,creator,operator > cancelled
  confirmed start system > in_session
  confirmed enter client,creator > confirmed
  confirmed agree-end client,creator > confirmed
  confirmed complete system > completed
  confirmed miss-client system > no_show_client
  confirmed miss-provider system > no_show_provider
  confirmed miss-both system > no_show_both
  in_session enter client,creator > in_session
  in_session agree-end client,creator > in_session
  in_session complete system > completed
  in_session miss-client system > no_show_client
  in_session miss-provider system > no_show_provider
  in_session miss-both system > no_show_both
  completed overturn-completed operator > completed
  completed overturn-client operator > no_show_client
  completed overturn-provider operator > no_show_provider
  completed overturn-both operator > no_show_both
  no_show_client overturn-completed operator > completed
  no_show_client overturn-client operator > no_show_client
  no_show_client overturn-provider operator > no_show_provider
  no_show_client overturn-both operator > no_show_both
  no_show_provider overturn-completed operator > completed
  no_show_provider overturn-client operator > no_show_client
  no_show_provider overturn-provider operator > no_show_provider
  no_show_provider overturn-both operator > no_show_both
  no_show_both overturn-completed operator > completed
  no_show_both overturn-client operator > no_show_client
  no_show_both overturn-provider operator > no_show_provider
  no_show_both overturn-both operator > no_show_both`

test('the table of states: every state × step × party is as the page says, and nothing else', () => {
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
      expect(stepOf(bookingMachine, from, action)?.to).toBe(row?.to)
      for (const party of parties) {
        const taken = takeStep(bookingMachine, from === null ? null : { state: from, version: 1 }, action, party)
        expect(`${from} ${action} ${party} ${taken.ok}`).toBe(
          `${from} ${action} ${party} ${row?.who.includes(party) ?? false}`,
        )
      }
    }
  }
})

const now = at('2027-03-08T09:00:00Z')
const open = availability({ schedule: daily('UTC', '00:00', '24:00'), now, terms: free })
const wish = {
  id: 'b' as BookingId,
  serviceId: 's' as SessionId,
  creatorId: 'creator' as PersonId,
  clientId: 'client' as PersonId,
  terms: paid,
  at: at('2027-03-10T10:00:00Z'),
  zones: { client: 'UTC', creator: 'UTC' },
  note: '',
}

describe('holding', () => {
  test('lives fifteen minutes; not with oneself, not where it is not free', () => {
    const { next } = good(hold(wish, open))
    expect(next).toMatchObject({ state: 'held', version: 1, expiresAt: later(now, 15 * minute), settled: false })
    expect(codeOf(hold({ ...wish, clientId: wish.creatorId }, open))).toBe('booking.with-oneself')
    expect(codeOf(hold({ ...wish, at: later(wish.at, minute) }, open))).toBe('booking.slot-taken')
  })
  test('a free one is booked by the client, a paid one only by its money, to the unit and in time', () => {
    const held = good(hold(wish, open)).next
    expect(codeOf(finishHold(held, 'client', now))).toBe('booking.not-free')
    const chargeId = 'c' as ChargeId
    const paying = good(pay(held, { chargeId, expected: 1 }, now)).next
    expect(codeOf(pay(paying, { chargeId, expected: 2 }, now))).toBe('booking.paying')
    const captured = { chargeId, amount: minor(10_500), currency: 'EUR', at: later(now, 15 * minute) }
    expect(good(confirmPayment(paying, captured)).next).toMatchObject({
      state: 'confirmed',
      paidBy: 'c',
      attempt: null,
    })
    for (const wrong of [
      { ...captured, amount: minor(10_499) },
      { ...captured, currency: 'USD' },
      { ...captured, chargeId: 'd' as ChargeId },
      { ...captured, at: later(captured.at, 1) },
    ]) {
      expect(codeOf(confirmPayment(paying, wrong))).toBe('payment.unapplied')
    }
    const failed = good(failPayment(paying, 'c', 'declined')).next
    expect(failed).toMatchObject({ state: 'held', attempt: null })
    expect(codeOf(failPayment(failed, 'c', 'declined'))).toBe('payment.other-attempt')
    const freeHeld = good(hold({ ...wish, terms: free }, open)).next
    expect(codeOf(pay(freeHeld, { chargeId, expected: 1 }, now))).toBe('booking.free')
    expect(good(finishHold(freeHeld, 'client', now)).next.state).toBe('confirmed')
    expect(codeOf(finishHold(freeHeld, 'client', later(now, 15 * minute + 1)))).toBe('booking.hold-over')
    expect(good(giveBack(freeHeld, 1)).next.state).toBe('given_back')
    expect(codeOf(expire(freeHeld, later(now, 14 * minute)))).toBe('booking.too-early')
  })
  test('a request keeps its card authorised: the creator’s yes has it charged, and only that confirms', () => {
    const chargeId = 'c' as ChargeId
    const held = good(hold({ ...wish, terms: { ...paid, confirmation: 'by-hand' } }, open)).next
    const paying = good(pay(held, { chargeId, expected: 1 }, now))
    expect(paying.events[0]?.data).toMatchObject({ capture: 'later' })
    const told = { chargeId, amount: minor(10_500), currency: 'EUR', at: later(now, minute) }
    for (const wrong of [
      { ...told, amount: minor(1) },
      { ...told, chargeId: 'd' },
      { ...told, at: later(now, hour) },
    ]) {
      expect(codeOf(authorisePayment(paying.next, wrong))).toBe('payment.unapplied')
    }
    const asked = good(authorisePayment(paying.next, told)).next
    expect(asked).toMatchObject({ state: 'requested', paidBy: null, attempt: { stage: 'authorised' } })
    expect(codeOf(authorisePayment(asked, told))).toBe('payment.unapplied')
    expect(codeOf(confirmPayment(asked, told))).toBe('payment.unapplied')
    expect(previewCancel(asked, 'client', now)).toMatchObject({ paid: null, refund: null, reserved: 10_500 })
    const yes = good(confirm(asked, 'creator', asked.version, now)).next
    expect(yes).toMatchObject({ state: 'requested', attempt: { stage: 'capturing' }, expiresAt: yes.startsAt })
    expect(bookingActionsFor(yes, 'creator', now)).toEqual(['cancel'])
    expect(codeOf(decline(yes, 'creator', { expected: yes.version, reason: '' }))).toBe('booking.paying')
    expect(good(expire(yes, yes.startsAt)).events[0]?.data).toMatchObject({ during: 'payment' })
    const taken = good(confirmPayment(yes, { ...told, at: later(now, day) })).next
    expect(taken).toMatchObject({ state: 'confirmed', paidBy: 'c', attempt: null, expiresAt: null })
    expect(good(failPayment(yes, 'c', 'voided'))).toMatchObject({
      next: { state: 'expired', attempt: null },
      events: [{ data: { during: 'payment' } }],
    })
    const gone = good(decline(asked, 'creator', { expected: asked.version, reason: '' })).next
    expect(divide(gone, asked, now)).toBeUndefined()
  })
  test('a request waits 24 hours, or until the notice before the start, whichever is first', () => {
    const terms = { ...free, confirmation: 'by-hand' as const, noticeMinutes: 720 }
    const far = good(hold({ ...wish, terms }, open)).next
    expect(good(finishHold(far, 'client', now)).next.expiresAt).toBe(later(now, day))
    const near = good(hold({ ...wish, terms, at: at('2027-03-09T00:00:00Z') }, open)).next
    const asked = good(finishHold(near, 'client', now)).next
    expect(asked.expiresAt).toBe(at('2027-03-08T12:00:00Z'))
    expect(codeOf(confirm(asked, 'creator', asked.version, at('2027-03-08T12:00:00Z')))).toBe('booking.request-over')
    // On the last moment of the notice it still has a quarter of an hour, but never beyond the start.
    const held = { ...near, expiresAt: at('2027-03-09T00:00:00Z') }
    const late = (when: string) => good(finishHold(held, 'client', at(when))).next.expiresAt
    expect(late('2027-03-08T11:59:00Z')).toBe(at('2027-03-08T12:14:00Z'))
    expect(late('2027-03-08T23:50:00Z')).toBe(near.startsAt)
    expect(good(confirm(asked, 'creator', asked.version, now)).next.state).toBe('confirmed')
    expect(good(decline(asked, 'creator', { expected: asked.version, reason: 'x' })).next.ended?.by).toBe('creator')
    expect(codeOf(confirm(asked, 'creator', 1, now))).toBe('booking.stale')
  })
})

describe('moving and cancelling', () => {
  const there = availability({ schedule: daily('UTC', '00:00', '24:00'), now, terms: free })
  const inside = { ...there, now: at('2027-03-10T00:00:00Z') }
  const to = at('2027-03-10T12:00:00Z')
  test('freely while cancelling gives all back, by consent after that', () => {
    const before = booking()
    const moved = good(move(before, 'client', { at: to, expected: 3 }, there)).next
    expect(moved).toMatchObject({ id: 'b', startsAt: to, sequence: 1, version: 4 })
    expect(codeOf(move(before, 'client', { at: to, expected: 3 }, inside))).toBe('booking.move-needs-consent')
    expect(codeOf(move(before, 'client', { at: before.startsAt, expected: 3 }, there))).toBe('booking.same-time')
    // From far off to within the window: the refund would be gone with it.
    const soon = { at: later(now, 3 * hour), expected: 3 }
    for (const side of ['client', 'creator'] as const) {
      expect(codeOf(move(before, side, soon, there))).toBe('booking.move-needs-consent')
      expect(good(proposeMove(before, side, { ...soon, note: '' }, there)).next.proposal?.startsAt).toBe(soon.at)
    }
    const asked = good(proposeMove(before, 'creator', { at: to, expected: 3, note: '' }, inside)).next
    expect(asked.proposal).toMatchObject({ by: 'creator', startsAt: to, expiresAt: before.startsAt })
    expect(codeOf(acceptMove(asked, 'creator', 4, inside))).toBe('booking.own-proposal')
    expect(codeOf(proposeMove(asked, 'client', { at: to, expected: 4, note: '' }, inside))).toBe('booking.answer-first')
    expect(good(acceptMove(asked, 'client', 4, inside)).next).toMatchObject({
      startsAt: to,
      proposal: null,
      sequence: 1,
    })
    const taken = { ...inside, clientBusy: [{ from: to, to: later(to, hour) }] }
    expect(codeOf(acceptMove(asked, 'client', 4, taken))).toBe('booking.slot-taken')
    expect(good(declineMove(asked, 'client', 4)).events[0]?.data).toMatchObject({ how: 'declined' })
    expect(good(declineMove(asked, 'creator', 4)).events[0]?.data).toMatchObject({ how: 'withdrawn' })
    expect(codeOf(declineMove(before, 'client', 3))).toBe('booking.no-proposal')
    expect(good(lapseMove(asked, before.startsAt)).next.proposal).toBeNull()
  })
  test('what stands open to accept can be accepted after the minimum notice, but not where something else is by now', () => {
    const starts = later(now, 14 * hour)
    const terms = { ...free, noticeMinutes: 720, horizonDays: 1 }
    const asks = { ...there, terms, present: starts }
    const before = booking({ startsAt: starts }, { ...paid, noticeMinutes: 720 })
    const wanted = later(starts, 30 * minute)
    const asked = good(proposeMove(before, 'creator', { at: wanted, expected: 3, note: '' }, asks)).next
    const late = { ...asks, now: later(wanted, -2 * hour) }
    expect(codeOf(proposeMove(before, 'creator', { at: wanted, expected: 3, note: '' }, late))).toBe(
      'booking.slot-taken',
    )
    expect(good(acceptMove(asked, 'client', 4, late)).next.startsAt).toBe(wanted)
    const coarser = { ...late, terms: { ...terms, incrementMinutes: 480 } }
    expect(good(acceptMove(asked, 'client', 4, coarser)).next.startsAt).toBe(wanted)
    const busy = [{ from: wanted, to: later(wanted, minute) }]
    for (const blocked of [
      { ...late, creatorBusy: busy },
      { ...late, clientBusy: busy },
      { ...late, schedule: { ...late.schedule, absences: busy.map((one) => ({ ...one, note: '' })) } },
      { ...late, schedule: { ...late.schedule, weekly: [] } },
      { ...late, terms: { ...terms, perDay: 1 }, counted: [later(wanted, -hour)] },
    ]) {
      expect(codeOf(acceptMove(asked, 'client', 4, blocked))).toBe('booking.slot-taken')
    }
    expect(codeOf(acceptMove(asked, 'client', 4, { ...late, now: starts }))).toBe('booking.proposal-over')
  })
  test('a move over a change of place goes by the clock of the new place', () => {
    const away = daily('Europe/Berlin', '00:00', '24:00', { travels: [{ from: '2027-03-20', timeZone: 'Asia/Tokyo' }] })
    const over = at('2027-03-22T10:00:00Z')
    const asks = { ...there, schedule: away }
    const moved = good(move(booking(), 'client', { at: over, expected: 3 }, asks)).next
    expect(moved.zones).toEqual({ client: 'Asia/Tokyo', creator: 'Asia/Tokyo' })
    expect(good(move(moved, 'client', { at: to, expected: 4 }, asks)).next.zones.creator).toBe('Europe/Berlin')
    const asked = good(proposeMove(booking(), 'creator', { at: over, expected: 3, note: '' }, asks)).next
    expect(asked.zones.creator).toBe('Europe/Berlin')
    expect(good(acceptMove(asked, 'client', 4, asks)).next.zones.creator).toBe('Asia/Tokyo')
  })
  test('alone only from and to a time at which cancelling gives all back, and where the client has a day to do so', () => {
    const starts = later(now, 10 * day)
    const free24 = booking({ startsAt: starts }, { ...free, price: null })
    const tiers = { ...paid, policy: [{ hoursBefore: 6, refundPercent: 100 }] }
    const six = booking({ startsAt: starts }, tiers)
    const never = booking({ startsAt: starts }, { ...paid, policy: [{ hoursBefore: 6, refundPercent: 50 }] })
    const earliest = (one: typeof six, side: 'client' | 'creator') =>
      Array.from({ length: 97 }, (_, hours) => hours).find((hours) =>
        movesFreely(one, side, later(now, hours * hour), now),
      )
    expect([earliest(six, 'client'), earliest(six, 'creator')]).toEqual([6, 30])
    expect([earliest(free24, 'client'), earliest(free24, 'creator')]).toEqual([24, 24])
    expect([earliest(never, 'client'), earliest(never, 'creator')]).toEqual([undefined, undefined])
    const near = { ...six, startsAt: later(now, 6 * hour - 1) }
    expect(movesFreely(near, 'client', starts, now)).toBe(false)
  })
  test('the refund is by the tiers for the client and whole from the creator; another amount than was shown is refused', () => {
    const policy = [
      { hoursBefore: 48, refundPercent: 100 },
      { hoursBefore: 12, refundPercent: 50 },
    ]
    const one = booking({ paidBy: 'c' as ChargeId }, { ...paid, policy })
    const start = one.startsAt
    const share = (before: number) => previewCancel(one, 'client', later(start, -before)).refund
    expect([share(48 * hour), share(48 * hour - 1), share(12 * hour), share(12 * hour - 1)]).toEqual([
      10_500, 5_250, 5_250, 0,
    ])
    expect(previewCancel(one, 'creator', later(start, -hour)).refund).toBe(10_500)
    for (const side of ['client', 'creator', 'operator'] as const) {
      const frozen = previewCancel({ ...one, frozen: true }, side, later(start, -50 * hour))
      expect(frozen).toMatchObject({ paid: 10_500, refund: 0, percent: 0 })
    }
    expect(previewCancel(one, 'client', later(start, -50 * hour)).changesAt).toBe(later(start, -48 * hour))
    expect(freeUntil(policy, start)).toBe(later(start, -48 * hour))
    const late = later(start, -20 * hour)
    expect(codeOf(cancel(one, 'client', { expected: 3, reason: '', refund: 10_500 }, late))).toBe(
      'booking.refund-changed',
    )
    const gone = good(cancel(one, 'client', { expected: 3, reason: 'r', refund: 5_250 }, late))
    expect(gone.next).toMatchObject({ state: 'cancelled', sequence: 1 })
    expect(gone.events[0]?.data).toMatchObject({ late: true, refund: 5_250 })
    // A request was in no calendar, so nothing of an entry grows.
    const asked = { ...one, state: 'requested', paidBy: null } as const
    const off = good(cancel(asked, 'client', { expected: 3, reason: '', refund: null }, late))
    expect(off.next).toMatchObject({ state: 'cancelled', sequence: 0 })
    expect(codeOf(cancel(one, 'client', { expected: 3, reason: '', refund: 0 }, start))).toBe('booking.already-started')
    expect(divide(gone.next, one, late)?.settlement).toMatchObject({
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
        const { toClient, toCreator } = settle(whole, percent)
        expect(toClient.amount + toCreator.amount).toBe(price)
        expect(toClient.clientFee + toCreator.clientFee).toBe(whole.clientFee)
        expect(toClient.creatorFee + toCreator.creatorFee).toBe(whole.creatorFee)
        expect(Math.min(toClient.amount, toCreator.amount)).toBeGreaterThanOrEqual(0)
      }),
    )
    expect(
      isPolicy([
        { hoursBefore: 2, refundPercent: 50 },
        { hoursBefore: 24, refundPercent: 100 },
      ]),
    ).toBe(false)
    expect(
      isPolicy([
        { hoursBefore: 24, refundPercent: 50 },
        { hoursBefore: 2, refundPercent: 100 },
      ]),
    ).toBe(false)
    expect(refundPercentAt([], now, now)).toBe(0)
  })
})

describe('meeting', () => {
  const one = booking({ paidBy: 'c' as ChargeId })
  const s = one.startsAt
  const meeting = { startsAt: s, endsAt: later(s, 30 * minute) }
  const there = (side: Presence['side'], from: number, to: number | null): Presence => ({
    side,
    from: later(s, from * minute),
    to: to === null ? null : later(s, to * minute),
  })
  test('who was there at any time from ten minutes before to ten minutes after the start did come', () => {
    const both = [there('client', -10, -5), there('creator', 10, null)]
    expect(whoMissed(meeting, both, false)).toBeUndefined()
    expect(whoMissed(meeting, [there('client', -20, -10)], false)).toBe('both')
    expect(whoMissed(meeting, [there('client', 0, 5)], false)).toBe('provider')
    expect(whoMissed(meeting, [there('creator', 11, null), there('client', 0, null)], false)).toBe('provider')
    expect(whoMissed(meeting, [there('creator', 5, 6)], false)).toBe('client')
    expect(whoMissed(meeting, [], true)).toBeUndefined()
  })
  test('minutes are counted once, within the session; lateness in whole minutes', () => {
    const presence = [there('client', -10, 10), there('client', 5, 20), there('client', 25, null)]
    expect(minutesThere(meeting, presence, 'client')).toBe(25)
    expect(minutesThere(meeting, presence, 'creator')).toBe(0)
    expect(minutesLate(meeting, [there('creator', 7, null)], 'creator')).toBe(7)
    expect(minutesLate(meeting, presence, 'client')).toBe(0)
    expect(minutesLate(meeting, presence, 'creator')).toBeUndefined()
  })
  test('they meet when both are there or at the start; Join appears ten minutes before', () => {
    const early = [there('client', -9, null), there('creator', -8, null)]
    const counted = (minutes: number, more: Partial<Booking> = {}) =>
      countsAsThere({ ...one, ...more }, later(s, minutes * minute))
    expect([-11, -10, 29, 30].map((minutes) => counted(minutes))).toEqual([false, true, true, false])
    expect([counted(5, { state: 'no_show_both' }), counted(5, { state: 'cancelled' })]).toEqual([true, false])
    expect(codeOf(start(one, early.slice(1), later(s, -minute)))).toBe('booking.too-early')
    expect(good(start(one, early, later(s, -minute))).next.state).toBe('in_session')
    const met = good(start(one, [], s)).next
    expect(codeOf(judge(met, [], false, later(s, 9 * minute)))).toBe('booking.too-early')
    expect(good(judge(met, early.slice(0, 1), false, later(s, 10 * minute))).next.state).toBe('no_show_provider')
    expect(judge(met, early, false, later(s, 10 * minute))).toBeUndefined()
    expect(good(endAt(met, early, false, meeting.endsAt)).events[0]?.data).toMatchObject({
      clientMinutes: 30,
      creatorMinutes: 30,
    })
    const half = good(agreeEnd(met, 'client', met.version, early, later(s, minute))).next
    expect(half.state).toBe('in_session')
    expect(good(agreeEnd(half, 'creator', half.version, early, later(s, minute))).next.state).toBe('completed')
    expect(codeOf(agreeEnd(one, 'client', 3, [], later(s, -minute)))).toBe('booking.not-started')
  })
  test('an operator may overturn for 48 hours; the money waits as long and then goes by what stands', () => {
    const missed = good(judge({ ...one, state: 'in_session' }, [], false, later(s, 10 * minute))).next
    expect(missed.state).toBe('no_show_both')
    const turned = good(
      overturn(missed, { outcome: 'no_show_client', reason: 'x', expected: missed.version }, later(s, hour)),
    ).next
    expect(turned.state).toBe('no_show_client')
    const much = later(s, 49 * hour)
    expect(codeOf(overturn(missed, { outcome: 'completed', reason: 'x', expected: missed.version }, much))).toBe(
      'booking.overturn-over',
    )
    const due = later(meeting.endsAt, 48 * hour)
    expect(divide(missed, missed, later(due, -1))).toBeUndefined()
    expect(divide(missed, missed, due)?.events[0]?.data).toMatchObject({ refund: 10_500, creatorReceives: 0 })
    expect(divide(turned, turned, due)?.events[0]?.data).toMatchObject({ refund: 0, creatorReceives: 9_000 })
    expect(divide({ ...turned, frozen: true }, turned, due)).toBeUndefined()
  })
  test('a fault of ours that left somebody out is for an operator to decide, and nothing else that took place is', () => {
    const met: Booking = { ...one, state: 'in_session' }
    const short = [there('client', -9, null), there('creator', -8, 14)]
    const ends = (presence: readonly Presence[], fault: boolean) =>
      good(endAt(met, presence, fault, meeting.endsAt)).next
    expect(ends(short, false).faulted).toBe(false)
    expect(ends([there('client', -9, null), there('creator', -8, 15)], true).faulted).toBe(false)
    for (const nobody of [ends([], true), ends(short, true)]) {
      expect(nobody).toMatchObject({ state: 'completed', faulted: true })
      const soon = later(s, hour)
      expect(bookingActionsFor(nobody, 'operator', soon)).toEqual(['overturn'])
      const said = (outcome: Outcome) => overturn(nobody, { outcome, reason: 'x', expected: nobody.version }, soon)
      const back = good(said('no_show_both')).next
      expect(divide(back, back, later(meeting.endsAt, 48 * hour))?.events[0]?.data).toMatchObject({ refund: 10_500 })
      expect(good(said('completed')).next).toMatchObject({ state: 'completed', ended: { by: 'operator', reason: 'x' } })
    }
    const fine = ends(short, false)
    expect(bookingActionsFor(fine, 'operator', later(s, hour))).toEqual([])
    const input = { outcome: 'no_show_both', reason: 'x', expected: fine.version } as const
    expect(codeOf(overturn(fine, input, later(s, hour)))).toBe('booking.nobody-missed')
  })
  test('reminders at 24 hours, 1 hour, 30 and 5 minutes; what was booked too late for one never gets it', () => {
    expect(remindersOf(s, later(s, -2 * day)).map(({ which, at: when }) => `${which} ${(s - when) / minute}`)).toEqual([
      'day 1440',
      'hour 60',
      'half-hour 30',
      'enter 5',
    ])
    expect(remindersOf(s, later(s, -20 * minute)).map(({ which }) => which)).toEqual(['enter'])
    expect(timersOf(one, later(s, -20 * minute)).map(({ what }) => what)).toEqual(['remind', 'start', 'missed', 'end'])
    // Booked just after its start: it begins at once.
    const late = timersOf(one, later(s, minute))
    expect(late.map(({ what }) => what)).toEqual(['start', 'missed', 'end'])
    expect(late[0]?.at).toBe(s)
    expect(timersOf({ ...one, state: 'completed' }, s)).toEqual([
      { what: 'settle', at: later(meeting.endsAt, 48 * hour) },
    ])
    expect(timersOf({ ...one, state: 'cancelled' }, now)).toEqual([])
  })
  test('a late reminder is told until the next one is due, the last until the start', () => {
    const told = (minutesLeft: number) => {
      const when = later(s, -minutesLeft * minute)
      return reminders.filter((which) => s - reminderTimes[which] <= when && isTimely(which, s, when))
    }
    expect(told(1440)).toEqual(['day'])
    expect(told(61)).toEqual(['day'])
    expect(told(60)).toEqual(['hour'])
    expect(told(31)).toEqual(['hour'])
    expect(told(30)).toEqual(['half-hour'])
    expect(told(6)).toEqual(['half-hour'])
    expect(told(5)).toEqual(['enter'])
    expect(told(0.5)).toEqual(['enter'])
    expect(told(0)).toEqual([])
  })
})

test('what a screen offers is what the commands allow', () => {
  const confirmed = booking()
  expect(bookingActionsFor(confirmed, 'client', now)).toEqual(['move', 'propose-move', 'cancel'])
  expect(bookingActionsFor(confirmed, 'creator', later(confirmed.startsAt, -hour))).toEqual(['propose-move', 'cancel'])
  expect(bookingActionsFor(confirmed, 'client', later(confirmed.startsAt, -5 * minute))).toEqual([
    'propose-move',
    'cancel',
    'enter',
  ])
  expect(bookingActionsFor(confirmed, 'operator', now)).toEqual(['cancel'])
  expect(
    bookingActionsFor({ ...confirmed, state: 'no_show_both' }, 'operator', later(confirmed.startsAt, hour)),
  ).toEqual(['overturn'])
  const held = good(hold(wish, open)).next
  expect(bookingActionsFor(held, 'client', now)).toEqual(['pay', 'give-back'])
  expect(bookingActionsFor(held, 'client', later(now, hour))).toEqual([])
  expect(bookingActionsFor({ ...held, state: 'requested' }, 'creator', now)).toEqual(['confirm', 'decline', 'cancel'])
})
