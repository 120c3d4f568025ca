import { scheduleChanged, bookingChanged, hourlyServiceChanged } from '@veranda/contract/bookings/events.ts'
import {
  listBookings,
  listCreatorServices,
  listHourlyServices,
  listNoShows,
  listSlots,
  previewCancellation,
  readBooking,
  readBookingAsAdmin,
  readCalendar,
  readSchedule,
} from '@veranda/contract/bookings/routes.ts'
import { chargeChanged } from '@veranda/contract/payments/events.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { bookingReads } from './queries.ts'

const lists = [listBookings, listNoShows, readCalendar, listSlots] as const

/** Refetches bookings and availability after a change by the other side, another tab, a timer or a payment. */
export function registerBookingEvents(): void {
  on(bookingChanged, ({ id, version }) => {
    invalidateOnEvent({ route: readBooking, params: { id }, version })
    for (const route of [readBookingAsAdmin, previewCancellation]) invalidateOnEvent({ route, params: { id } })
    invalidateOnEvent(...lists)
  })
  // A booking shows its payment, which can ask for a code or be refunded without another version of the booking.
  on(chargeChanged, ({ subject }) => {
    if (subject.kind === 'booking') invalidateOnEvent({ route: readBooking, params: { id: subject.bookingId } })
  })
  on(scheduleChanged, ({ version }) =>
    invalidateOnEvent({ route: readSchedule, version }, readCalendar, listSlots, listCreatorServices),
  )
  on(hourlyServiceChanged, () => invalidateOnEvent(listHourlyServices, listCreatorServices, listSlots))
  onResync(() => invalidateOnEvent(...bookingReads, listHourlyServices, readSchedule))
}
