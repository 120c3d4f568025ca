import { noShowQueue } from './attendance/list-no-shows.ts'
import { type Feature } from '../../platform/feature.ts'
import { bookingEraser, openBookings } from './erase-user.ts'
import {
  updateAvailabilityIndex,
  updateAvailabilityOfDeletion,
  refreshAvailabilityWindow,
} from './availability/availability-index.ts'
import { publishScheduleChange, publishHourlyServiceChange } from './availability/on-schedule-changed.ts'
import { calendarMailer, enqueueCalendarMail, type IsMailAllowed } from './calendar/mail-calendar.ts'
import {
  onChargeAuthorised,
  onChargeCaptured,
  onChargeChargedBack,
  onChargeFailed,
} from './reservations/on-charge-events.ts'
import { onRoomFault, onRoomPresence } from './attendance/on-room-events.ts'
import { bookingRoutes } from './routes.ts'
import { bookingTimers } from './booking-timers.ts'
import { bookingData } from './personal-data.ts'

/** Declares the bookings feature: hourly services, availability, bookings, their timers, and calendars. */
export function bookingsFeature(handed: { isMailAllowed: IsMailAllowed }): Feature {
  return {
    name: 'bookings',
    accountObstacles: [openBookings],
    adminQueues: [noShowQueue],
    erasers: [bookingEraser],
    routes: bookingRoutes,
    eventHandlers: [
      onChargeAuthorised,
      onChargeCaptured,
      onChargeFailed,
      onChargeChargedBack,
      enqueueCalendarMail,
      updateAvailabilityIndex,
      updateAvailabilityOfDeletion,
      publishScheduleChange,
      publishHourlyServiceChange,
      onRoomPresence,
      onRoomFault,
    ],
    timers: [...bookingTimers, refreshAvailabilityWindow],
    jobs: [calendarMailer(handed.isMailAllowed)],
    personalData: bookingData,
  }
}
