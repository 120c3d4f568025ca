import { type Booking, type Decided, factsOf } from '@veranda/core/bookings/booking.ts'
import { type Reminder, reminders } from '@veranda/core/bookings/events.ts'
import { expire } from '@veranda/core/bookings/hold.ts'
import { endAt, judge, start } from '@veranda/core/bookings/meet.ts'
import { lapseMove } from '@veranda/core/bookings/move.ts'
import { type Presence } from '@veranda/core/bookings/presence.ts'
import { divide } from '@veranda/core/bookings/settlement.ts'
import { isTimely, reminderTimes } from '@veranda/core/bookings/timers.ts'
import { type Result, ok, refuse } from '@veranda/core/result.ts'
import { type Instant, minute } from '@veranda/core/time/instant.ts'
import { type DueHandler, onDue, putOff } from '../../due/due.ts'
import { append } from '../../log/append.ts'
import { isAnyOlder, knownPresence } from './known-presence.ts'
import { anyBooking } from './own-booking.ts'
import { saveBooking } from './save-booking.ts'

type Now = { readonly now: Instant; readonly presence: readonly Presence[]; readonly roomFault: boolean }

/** A step that a timer takes, if the booking still is where the timer meant it to be. */
function step(kind: string, decide: (booking: Booking, at: Now) => Result<Decided> | undefined): DueHandler {
  return onDue(kind, async ({ tx, due, deps }) => {
    const booking = await anyBooking(tx, due.subject.id)
    if (!booking) return
    const now = deps.clock.now()
    const decided = decide(booking, { now, ...(await knownPresence(tx, booking)) })
    if (decided?.ok) await saveBooking(tx, booking, decided.value, { actor: null, at: now })
  })
}

/** How long a judgement waits for what was begun before its moment, and how long between two looks. */
const patience = minute / 2
const pause = minute / 120

/** The same, but not before every transaction is over that was there at its moment, and may tell of somebody who came. */
function verdict(kind: string, decide: Parameters<typeof step>[1]): DueHandler {
  const { run } = step(kind, decide)
  return onDue(kind, async (at) => {
    const ago = at.deps.clock.now() - at.due.at
    if (ago < patience && (await isAnyOlder(at.tx, ago))) return putOff(at.tx, at.due, pause)
    return run(at)
  })
}

const settled = (booking: Booking): boolean => booking.settled || booking.paidBy === null

/** Everything that happens to a booking by itself. */
export const bookingTimers: readonly DueHandler[] = [
  step('booking.expire', (booking, { now }) => expire(booking, now)),
  step('booking.lapse-move', (booking, { now }) => lapseMove(booking, now)),
  step('booking.start', (booking, { now, presence }) => start(booking, presence, now)),
  verdict('booking.missed', (booking, { now, presence, roomFault }) => judge(booking, presence, roomFault, now)),
  // A session shorter than the patience with those who are late is judged at its end.
  verdict(
    'booking.end',
    (booking, { now, presence, roomFault }) =>
      judge(booking, presence, roomFault, now) ?? endAt(booking, presence, roomFault, now),
  ),
  step('booking.settle', (booking, { now }) => {
    if (settled(booking) || !divide(booking, booking, now)) return refuse('booking.too-early', 'conflict')
    return ok({ next: { ...booking, version: booking.version + 1 }, events: [] })
  }),
  onDue('booking.remind', async ({ tx, due, deps }) => {
    const now = deps.clock.now()
    const booking = await anyBooking(tx, due.subject.id)
    const which = reminders.find((one) => one === due.data['which'])
    if (!booking || !which || !isDue(booking, which, due.at) || !isTimely(which, booking.startsAt, now)) return
    await append(tx, {
      type: 'booking.reminded',
      subject: due.subject,
      actor: null,
      at: now,
      data: { ...factsOf(booking), which },
    })
  }),
]

/** Whether the reminder is still for the time that the booking has: it may have been moved meanwhile. */
function isDue({ state, startsAt }: Booking, which: Reminder, at: Instant): boolean {
  return state === 'confirmed' && startsAt - reminderTimes[which] === at
}
