import { type Instant, day, hour, instant, minute } from '../time/instant.ts'
import { type Booking, endOf } from './booking.ts'
import { type Reminder } from './events.ts'
import { missedAt } from './presence.ts'
import { payoutAfter } from './session-terms.ts'

/** What waits for a moment. */
export type Timer = { readonly at: Instant } & (
  | { readonly what: 'expire' | 'start' | 'missed' | 'end' | 'settle' | 'lapse-move' }
  | { readonly what: 'remind'; readonly which: Reminder }
)

/** How long before the start each reminder comes. */
export const reminderTimes: Readonly<Record<Reminder, number>> = {
  day: day,
  hour: hour,
  'half-hour': 30 * minute,
  enter: 5 * minute,
}

/** The reminders of a meeting that are still to come; what was booked too late for one never gets it. */
export function remindersOf(startsAt: Instant, now: Instant): { readonly which: Reminder; readonly at: Instant }[] {
  // Object.entries forgets that the keys are reminders.
  return (Object.entries(reminderTimes) as [Reminder, number][])
    .map(([which, before]) => ({ which, at: instant(startsAt - before) }))
    .filter(({ at }) => at > now)
}

/** Whether a reminder still helps at `now`: a late one is told until the next of them is due, the last until the start. */
export function isTimely(which: Reminder, startsAt: Instant, now: Instant): boolean {
  const left = startsAt - now
  const next = Math.max(0, ...Object.values(reminderTimes).filter((before) => before < reminderTimes[which]))
  return left > next
}

/** Every timer that a booking needs in the state it is in; none is over but a start that passed before it was booked. */
export function timersOf(booking: Booking, now: Instant): Timer[] {
  return all(booking, now).filter(({ what, at }) => at > now || what === 'start')
}

function all(booking: Booking, now: Instant): Timer[] {
  const { state, startsAt, expiresAt, proposal } = booking
  const end = endOf(booking)
  const missed = missedAt({ startsAt, endsAt: end })
  switch (state) {
    case 'held':
    case 'requested':
      return expiresAt === null ? [] : [{ what: 'expire', at: expiresAt }]
    case 'confirmed':
      return [
        ...remindersOf(startsAt, now).map(({ which, at }): Timer => ({ what: 'remind', which, at })),
        ...(proposal ? [{ what: 'lapse-move', at: proposal.expiresAt } satisfies Timer] : []),
        { what: 'start', at: startsAt },
        { what: 'missed', at: missed },
        { what: 'end', at: end },
      ]
    case 'in_session':
      return [
        { what: 'missed', at: missed },
        { what: 'end', at: end },
      ]
    case 'completed':
    case 'no_show_client':
    case 'no_show_provider':
    case 'no_show_both':
      return booking.settled ? [] : [{ what: 'settle', at: instant(end + payoutAfter) }]
    case 'declined':
    case 'expired':
    case 'given_back':
    case 'cancelled':
      return []
  }
}
