import { type Booking, type Decision, eventDataOf } from '@veranda/core/bookings/booking.ts'
import { type Reminder, reminders } from '@veranda/core/bookings/events.ts'
import { expire } from '@veranda/core/bookings/reservations/reservation.ts'
import { completeAtEnd, markNoShow, start } from '@veranda/core/bookings/attendance/attendance.ts'
import { expireMove } from '@veranda/core/bookings/reservations/move.ts'
import { type PresenceInterval } from '@veranda/core/bookings/attendance/presence.ts'
import { settleBooking } from '@veranda/core/bookings/settlement.ts'
import { isReminderTimely, reminderLeadMs } from '@veranda/core/bookings/booking-timers.ts'
import { type Result, ok, refuse } from '@veranda/core/result.ts'
import { type Instant, minute } from '@veranda/core/time/instant.ts'
import { type TimerHandler, timerHandler, rescheduleTimer } from '../../platform/timers/timers.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { hasTransactionOlderThan, readPresence } from './attendance/read-presence.ts'
import { lockBookingById } from './booking-locks.ts'
import { saveBooking } from './save-booking.ts'

type TimerContext = {
  readonly now: Instant
  readonly presence: readonly PresenceInterval[]
  readonly roomFault: boolean
}

/** Creates a timer handler that applies a step if the booking is still in the state that the timer was set for. */
function bookingTimer(
  kind: string,
  decide: (booking: Booking, ctx: TimerContext) => Result<Decision> | undefined,
): TimerHandler {
  return timerHandler(kind, async ({ tx, timer, deps }) => {
    const booking = await lockBookingById(tx, timer.subject.id)
    if (!booking) return
    const now = deps.clock.now()
    const decided = decide(booking, { now, ...(await readPresence(tx, booking)) })
    if (decided?.ok) await saveBooking(tx, booking, decided.value, { actor: null, at: now })
  })
}

/** The time that an attendance decision waits for open transactions, and the interval of its checks. */
const maxTransactionWaitMs = minute / 2
const recheckDelayMs = minute / 120

/**
 * Creates a timer handler that waits until all transactions that were open at its time have ended, because they may
 * record that someone came.
 */
function attendanceTimer(kind: string, decide: Parameters<typeof bookingTimer>[1]): TimerHandler {
  const { run } = bookingTimer(kind, decide)
  return timerHandler(kind, async (ctx) => {
    const ageMs = ctx.deps.clock.now() - ctx.timer.at
    if (ageMs < maxTransactionWaitMs && (await hasTransactionOlderThan(ctx.tx, ageMs)))
      return rescheduleTimer(ctx.tx, ctx.timer, recheckDelayMs)
    return run(ctx)
  })
}

/** Timer handlers for everything that happens to a booking automatically. */
export const bookingTimers: readonly TimerHandler[] = [
  bookingTimer('booking.expire', (booking, { now }) => expire(booking, now)),
  bookingTimer('booking.expire-move', (booking, { now }) => expireMove(booking, now)),
  bookingTimer('booking.start', (booking, { now, presence }) => start(booking, presence, now)),
  attendanceTimer('booking.no-show-check', (booking, { now, presence, roomFault }) =>
    markNoShow(booking, presence, roomFault, now),
  ),
  // A session shorter than the no-show grace period is decided at its end.
  attendanceTimer(
    'booking.end',
    (booking, { now, presence, roomFault }) =>
      markNoShow(booking, presence, roomFault, now) ?? completeAtEnd(booking, presence, roomFault, now),
  ),
  bookingTimer('booking.settle', (booking, { now }) => {
    if (!settleBooking(booking, booking, now)) return refuse('booking.too-early', 'conflict')
    return ok({ next: { ...booking, version: booking.version + 1 }, events: [] })
  }),
  timerHandler('booking.remind', async ({ tx, timer, deps }) => {
    const now = deps.clock.now()
    const booking = await lockBookingById(tx, timer.subject.id)
    const which = reminders.find((one) => one === timer.data['which'])
    if (
      !booking ||
      !which ||
      !isReminderCurrent(booking, which, timer.at) ||
      !isReminderTimely(which, booking.startsAt, now)
    )
      return
    await appendEvent(tx, {
      type: 'booking.reminded',
      subject: timer.subject,
      actor: null,
      at: now,
      data: { ...eventDataOf(booking), which },
    })
  }),
]

/** Returns true if the reminder still matches the booking's start, which may have moved meanwhile. */
function isReminderCurrent({ state, startsAt }: Booking, which: Reminder, at: Instant): boolean {
  return state === 'confirmed' && startsAt - reminderLeadMs[which] === at
}
