import { type Instant, day, hour, instant, minute } from '../time/instant.ts'
import { type Booking, endOf } from './booking.ts'
import { type Reminder } from './events.ts'
import { noShowDecidedAt } from './attendance/presence.ts'
import { payoutDelayMs } from './services/hourly-service.ts'

/** A timer of a booking. */
export type BookingTimer = { readonly at: Instant } & (
  | { readonly kind: 'expire' | 'start' | 'no-show-check' | 'end' | 'settle' | 'expire-move' }
  | { readonly kind: 'remind'; readonly reminder: Reminder }
)

/** Lead time of each reminder before the start. */
export const reminderLeadMs: Readonly<Record<Reminder, number>> = {
  day,
  hour,
  'half-hour': 30 * minute,
  enter: 5 * minute,
}

/** Returns the reminders still to come; a booking made too late for one never gets it. */
export function upcomingReminders(
  startsAt: Instant,
  now: Instant,
): { readonly reminder: Reminder; readonly at: Instant }[] {
  // Object.entries loses the type of the keys.
  return (Object.entries(reminderLeadMs) as [Reminder, number][])
    .map(([reminder, before]) => ({ reminder, at: instant(startsAt - before) }))
    .filter(({ at }) => at > now)
}

/**
 * Returns true if a reminder is still useful at `now`: a late one is sent until the next is due, the last until the
 * start.
 */
export function isReminderTimely(reminder: Reminder, startsAt: Instant, now: Instant): boolean {
  const left = startsAt - now
  const next = Math.max(0, ...Object.values(reminderLeadMs).filter((before) => before < reminderLeadMs[reminder]))
  return left > next
}

/**
 * Returns all timers that a booking needs in its state; none is in the past except a start that passed before it was
 * booked.
 */
export function timersFor(booking: Booking, now: Instant): BookingTimer[] {
  return allTimers(booking, now).filter(({ kind, at }) => at > now || kind === 'start')
}

function allTimers(booking: Booking, now: Instant): BookingTimer[] {
  const { startsAt } = booking
  const end = endOf(booking)
  const noShowDecided = noShowDecidedAt({ startsAt, endsAt: end })
  switch (booking.state) {
    case 'reserved':
    case 'requested':
      return [{ kind: 'expire', at: booking.expiresAt }]
    case 'confirmed':
      return [
        ...upcomingReminders(startsAt, now).map(({ reminder, at }): BookingTimer => ({ kind: 'remind', reminder, at })),
        ...(booking.proposal ? [{ kind: 'expire-move', at: booking.proposal.expiresAt } satisfies BookingTimer] : []),
        { kind: 'start', at: startsAt },
        { kind: 'no-show-check', at: noShowDecided },
        { kind: 'end', at: end },
      ]
    case 'in_session':
      return [
        { kind: 'no-show-check', at: noShowDecided },
        { kind: 'end', at: end },
      ]
    case 'completed':
    case 'no_show_client':
    case 'no_show_creator':
    case 'no_show_both':
      return !booking.payment || booking.payment.settled ? [] : [{ kind: 'settle', at: instant(end + payoutDelayMs) }]
    case 'declined':
    case 'expired':
    case 'withdrawn':
    case 'cancelled':
      return []
  }
}
