import { route } from '../route.ts'
import type { Done, IdParams, PageQuery } from '../shapes.ts'
import type {
  AppointmentPage,
  AppointmentsQuery,
  Booking,
  BookingExpected,
  BookingReason,
  Calendar,
  CalendarQuery,
  CancelBody,
  Cancellation,
  Feed,
  FeedParams,
  HoldBody,
  MissedPage,
  MoveBody,
  NextAppointments,
  OverturnBody,
  PayBody,
} from './schemas.ts'
import type {
  Schedule,
  ScheduleBody,
  Session,
  SessionBody,
  SessionList,
  Slots,
  SlotsQuery,
  TalentSessions,
} from './session-schemas.ts'

/** What a creator offers to book, with the next free start of each; `id` is the creator's. */
export const readTalentSessions = route<{ params: IdParams; reply: TalentSessions }>('GET', '/talent/:id/sessions')
/** Free starts of one service. Every one that is listed can be held, or has been taken since. */
export const listSlots = route<{ params: IdParams; query: SlotsQuery; reply: Slots }>('GET', '/sessions/:id/slots')

export const listSessions = route<{ reply: SessionList }>('GET', '/profile/sessions')
export const addSession = route<{ body: SessionBody; reply: Session }>('POST', '/profile/sessions')
/** Bookings that were made keep what they were made with. */
export const changeSession = route<{ params: IdParams; body: SessionBody; reply: Session }>(
  'PUT',
  '/profile/sessions/:id',
)
export const removeSession = route<{ params: IdParams; reply: Done }>('DELETE', '/profile/sessions/:id')
export const readSchedule = route<{ reply: Schedule }>('GET', '/profile/schedule')
export const changeSchedule = route<{ body: ScheduleBody; reply: Schedule }>('PUT', '/profile/schedule')

/**
 * Holds a slot for 15 minutes; the hold's id is the booking's for life. When the slot is gone, 409 `booking.slot-taken`
 * carries the next free starts in `facts.next`, ISO moments with a space between.
 */
export const holdSlot = route<{ body: HoldBody; reply: Booking }>('POST', '/bookings')
export const readBooking = route<{ params: IdParams; reply: Booking }>('GET', '/bookings/:id')
/** Finishes a free hold. */
export const bookHeld = route<{ params: IdParams; body: BookingExpected; reply: Booking }>('POST', '/bookings/:id/book')
/** Starts one attempt to pay for a held slot. The money arrives by the payment provider's webhook. */
export const payBooking = route<{ params: IdParams; body: PayBody; reply: Booking }>('POST', '/bookings/:id/pay')
export const giveBackHold = route<{ params: IdParams; body: BookingExpected; reply: Booking }>(
  'POST',
  '/bookings/:id/give-back',
)
export const confirmBooking = route<{ params: IdParams; body: BookingExpected; reply: Booking }>(
  'POST',
  '/bookings/:id/confirm',
)
export const declineBooking = route<{ params: IdParams; body: BookingReason; reply: Booking }>(
  'POST',
  '/bookings/:id/decline',
)
/**
 * Moves at once, while `freeUntil` of neither the old nor the new start has passed, and for a creator of a paid session a
 * day earlier at the new one; else 409 `booking.move-needs-consent`.
 */
export const moveBooking = route<{ params: IdParams; body: MoveBody; reply: Booking }>('POST', '/bookings/:id/move')
/** Asks the other side for a new time. */
export const proposeMove = route<{ params: IdParams; body: MoveBody; reply: Booking }>('POST', '/bookings/:id/proposal')
export const acceptMove = route<{ params: IdParams; body: BookingExpected; reply: Booking }>(
  'POST',
  '/bookings/:id/proposal/accept',
)
/** The other side says no, or who asked takes it back. */
export const declineMove = route<{ params: IdParams; body: BookingExpected; reply: Booking }>(
  'POST',
  '/bookings/:id/proposal/decline',
)
export const readCancellation = route<{ params: IdParams; reply: Cancellation }>('GET', '/bookings/:id/cancellation')
export const cancelBooking = route<{ params: IdParams; body: CancelBody; reply: Booking }>(
  'POST',
  '/bookings/:id/cancel',
)
/** Ends it early, once both say so: the second of the two ends it. */
export const completeBooking = route<{ params: IdParams; body: BookingExpected; reply: Booking }>(
  'POST',
  '/bookings/:id/complete',
)
/** For operators, who have no part in it: what its people see, cancelling with all given back, and who came. */
export const readBookingAsOperator = route<{ params: IdParams; reply: Booking }>('GET', '/operator/bookings/:id')
/** Sessions of the last 48 hours that somebody did not come to, the latest first. */
export const listMissed = route<{ query: PageQuery; reply: MissedPage }>('GET', '/operator/missed-bookings')
export const cancelAsOperator = route<{ params: IdParams; body: BookingReason; reply: Booking }>(
  'POST',
  '/operator/bookings/:id/cancel',
)
export const overturnNoShow = route<{ params: IdParams; body: OverturnBody; reply: Booking }>(
  'POST',
  '/operator/bookings/:id/overturn',
)

export const listAppointments = route<{ query: AppointmentsQuery; reply: AppointmentPage }>('GET', '/appointments')
/** What waits for the reader and the next three besides, for the dashboard. */
export const nextAppointments = route<{ reply: NextAppointments }>('GET', '/appointments/next')
export const readCalendar = route<{ query: CalendarQuery; reply: Calendar }>('GET', '/appointments/calendar')

/** The calendar file of one booking, to download. */
export const readCalendarFile = route<{ params: IdParams; reply: unknown }>('GET', '/bookings/:id/calendar.ics')
export const readFeedAddress = route<{ reply: Feed }>('GET', '/calendar/feed')
/** The old address is dead at once. */
export const renewFeedAddress = route<{ reply: Feed }>('POST', '/calendar/feed')
/** What calendar programs read; the token in the address is the key. */
export const readFeed = route<{ params: FeedParams; reply: unknown }>('GET', '/calendar/feeds/:token/veranda.ics')
