import { route } from '../route.ts'
import type { Done, IdParams, PageQuery } from '../shared-schemas.ts'
import type {
  BookingPage,
  BookingsQuery,
  Booking,
  BookingVersionBody,
  BookingReasonBody,
  Calendar,
  CalendarQuery,
  CancelBookingBody,
  CancellationPreview,
  CalendarFeed,
  CalendarFeedParams,
  ReserveSlotBody,
  NoShowPage,
  MoveBookingBody,
  OverturnNoShowBody,
  PayBookingBody,
} from './schemas.ts'
import type {
  Schedule,
  ScheduleBody,
  HourlyService,
  HourlyServiceBody,
  HourlyServiceList,
  Slots,
  SlotsQuery,
  CreatorServices,
} from './services/schemas.ts'

/** Lists the hourly services of a creator with the next free start of each; `id` is the creator's. */
export const listCreatorServices = route<{ params: IdParams; reply: CreatorServices }>(
  'GET',
  '/talent/:id/hourly-services',
)
/** Lists free starts of one service. Every listed start can be reserved unless it was taken since. */
export const listSlots = route<{ params: IdParams; query: SlotsQuery; reply: Slots }>(
  'GET',
  '/hourly-services/:id/slots',
)

export const listHourlyServices = route<{ reply: HourlyServiceList }>('GET', '/profile/hourly-services')
export const addHourlyService = route<{ body: HourlyServiceBody; reply: HourlyService }>(
  'POST',
  '/profile/hourly-services',
)
/** Changes a service; existing bookings keep their terms. */
export const changeHourlyService = route<{ params: IdParams; body: HourlyServiceBody; reply: HourlyService }>(
  'PUT',
  '/profile/hourly-services/:id',
)
export const removeHourlyService = route<{ params: IdParams; reply: Done }>('DELETE', '/profile/hourly-services/:id')
export const readSchedule = route<{ reply: Schedule }>('GET', '/profile/schedule')
export const changeSchedule = route<{ body: ScheduleBody; reply: Schedule }>('PUT', '/profile/schedule')

/**
 * Reserves a slot for 15 minutes; the reservation's id stays the booking's id. If the slot is gone, 409
 * `booking.slot-taken` carries the next free starts in `facts.next`, ISO instants separated by spaces.
 */
export const reserveSlot = route<{ body: ReserveSlotBody; reply: Booking }>('POST', '/bookings')
export const readBooking = route<{ params: IdParams; reply: Booking }>('GET', '/bookings/:id')
/** Books a free reservation. */
export const bookReservation = route<{ params: IdParams; body: BookingVersionBody; reply: Booking }>(
  'POST',
  '/bookings/:id/book',
)
/** Starts one attempt to pay for a reserved slot. The provider's webhook reports the payment. */
export const payBooking = route<{ params: IdParams; body: PayBookingBody; reply: Booking }>('POST', '/bookings/:id/pay')
export const withdrawReservation = route<{ params: IdParams; body: BookingVersionBody; reply: Booking }>(
  'POST',
  '/bookings/:id/withdraw',
)
export const confirmBooking = route<{ params: IdParams; body: BookingVersionBody; reply: Booking }>(
  'POST',
  '/bookings/:id/confirm',
)
export const declineBooking = route<{ params: IdParams; body: BookingReasonBody; reply: Booking }>(
  'POST',
  '/bookings/:id/decline',
)
/**
 * Moves at once, while cancelling would refund everything at the old and the new start, and for a creator of a paid
 * session a day earlier at the new one; otherwise 409 `booking.move-needs-consent`.
 */
export const moveBooking = route<{ params: IdParams; body: MoveBookingBody; reply: Booking }>(
  'POST',
  '/bookings/:id/move',
)
/** Proposes a new time to the other side. */
export const proposeBookingMove = route<{ params: IdParams; body: MoveBookingBody; reply: Booking }>(
  'POST',
  '/bookings/:id/proposal',
)
export const acceptBookingMove = route<{ params: IdParams; body: BookingVersionBody; reply: Booking }>(
  'POST',
  '/bookings/:id/proposal/accept',
)
/** Declines the time that the other side proposed. */
export const declineBookingMove = route<{ params: IdParams; body: BookingVersionBody; reply: Booking }>(
  'POST',
  '/bookings/:id/proposal/decline',
)
/** Withdraws the time that the actor proposed. */
export const withdrawBookingMove = route<{ params: IdParams; body: BookingVersionBody; reply: Booking }>(
  'POST',
  '/bookings/:id/proposal/withdraw',
)
export const previewCancellation = route<{ params: IdParams; reply: CancellationPreview }>(
  'GET',
  '/bookings/:id/cancellation',
)
export const cancelBooking = route<{ params: IdParams; body: CancelBookingBody; reply: Booking }>(
  'POST',
  '/bookings/:id/cancel',
)
/** Completes a session early: it ends when the second side agrees. */
export const completeBooking = route<{ params: IdParams; body: BookingVersionBody; reply: Booking }>(
  'POST',
  '/bookings/:id/complete',
)
/** Reads a booking for admins, who have no side in it but may cancel with a full refund and overturn a no-show. */
export const readBookingAsAdmin = route<{ params: IdParams; reply: Booking }>('GET', '/admin/bookings/:id')
/** Lists no-shows of the last 48 hours, latest first. */
export const listNoShows = route<{ query: PageQuery; reply: NoShowPage }>('GET', '/admin/no-shows')
export const cancelBookingAsAdmin = route<{ params: IdParams; body: BookingReasonBody; reply: Booking }>(
  'POST',
  '/admin/bookings/:id/cancel',
)
export const overturnNoShow = route<{ params: IdParams; body: OverturnNoShowBody; reply: Booking }>(
  'POST',
  '/admin/bookings/:id/overturn',
)

export const listBookings = route<{ query: BookingsQuery; reply: BookingPage }>('GET', '/bookings')
/** Lists what waits on the reader and the next three others, for the dashboard. */
export const readCalendar = route<{ query: CalendarQuery; reply: Calendar }>('GET', '/bookings/calendar')

/** Downloads the calendar file of one booking. */
export const readCalendarFile = route<{ params: IdParams; reply: unknown }>('GET', '/bookings/:id/calendar.ics')
export const readCalendarFeed = route<{ reply: CalendarFeed }>('GET', '/calendar/feed')
/** Renews the feed address; the old one stops working at once. */
export const renewCalendarFeed = route<{ reply: CalendarFeed }>('POST', '/calendar/feed')
/** Returns the feed that calendar programs read; the token in the address authorizes them. */
export const readCalendarFeedFile = route<{ params: CalendarFeedParams; reply: unknown }>(
  'GET',
  '/calendar/feeds/:token/veranda.ics',
)
