import { type Feature } from '../../feature.ts'
import { keepOpenings, renewOpening } from './keep-openings.ts'
import { calendarMailer, mailCalendars, type MayMail } from './mail-calendar.ts'
import { onChargeAuthorised, onChargeCaptured, onChargeChargedBack, onChargeFailed } from './on-charge.ts'
import { onRoomFault, onRoomPresence } from './on-room.ts'
import { bookingRoutes } from './routes.ts'
import { bookingTimers } from './timers.ts'

/** What can be booked, and what was: schedules, slots, bookings, their timers, calendars. */
export function bookingsFeature(handed: { mayMail: MayMail }): Feature {
  return {
    name: 'bookings',
    routes: bookingRoutes,
    reactions: [
      onChargeAuthorised,
      onChargeCaptured,
      onChargeFailed,
      onChargeChargedBack,
      mailCalendars,
      keepOpenings,
      onRoomPresence,
      onRoomFault,
    ],
    due: [...bookingTimers, renewOpening],
    jobs: [calendarMailer(handed.mayMail)],
  }
}
