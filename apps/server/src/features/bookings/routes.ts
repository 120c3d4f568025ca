import * as contract from '@veranda/contract/bookings/routes.ts'
import * as schemas from '@veranda/contract/bookings/schemas.ts'
import * as services from '@veranda/contract/bookings/services/schemas.ts'
import { done, idParams, pageQuery } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { minute } from '@veranda/core/time/instant.ts'
import { type ServerRoute, serve } from '../../platform/http/route.ts'
import { anyone, cookieOnly, adminWho, signedIn, withVerifiedAddress } from '../../platform/http/route-access.ts'
import { confirmBooking, declineBooking } from './reservations/answer-request.ts'
import { bookReservation, withdrawReservation, payBooking } from './reservations/book-reservation.ts'
import { cancelBookingAsAdmin, cancelBooking, previewCancellation } from './reservations/cancel-booking.ts'
import { readCalendarFeedFile, readCalendarFeed, renewCalendarFeed } from './calendar/calendar-feed.ts'
import { reserveSlot } from './reservations/reserve-slot.ts'
import { listBookings } from './list-bookings.ts'
import { listNoShows } from './attendance/list-no-shows.ts'
import { listSlots, listCreatorServices } from './availability/list-slots.ts'
import { completeBooking, overturnNoShow } from './attendance/attendance.ts'
import {
  acceptBookingMove,
  declineBookingMove,
  moveBooking,
  proposeBookingMove,
  withdrawBookingMove,
} from './reservations/move-booking.ts'
import { readBookingAsAdmin, readBooking } from './read-booking.ts'
import { readCalendar } from './calendar/read-calendar.ts'
import { readCalendarFile } from './calendar/read-calendar-file.ts'
import { changeSchedule, readSchedule } from './availability/schedule.ts'
import {
  addHourlyService,
  changeHourlyService,
  listHourlyServices,
  removeHourlyService,
} from './services/hourly-services.ts'

const access = signedIn
const verified = { access: withVerifiedAddress(signedIn) } as const
const params = idParams
const { booking: reply, bookingVersionBody } = schemas
/** Captures, takes or gives back money, so it must not run twice. */
const movesMoney = { idempotency: 'required', movesMoney: true } as const

/**
 * Services and free slots are open to all signed-in users; a booking to its two sides, and to admins by separate
 * routes.
 */
export const bookingRoutes: ServerRoute[] = [
  serve(contract.listCreatorServices, { access, params, reply: services.creatorServices }, (ctx) =>
    listCreatorServices(ctx, ctx.params.id),
  ),
  serve(contract.listSlots, { access, params, query: services.slotsQuery, reply: services.slots }, (ctx) =>
    listSlots(ctx, ctx.params.id, ctx.query),
  ),
  serve(contract.listHourlyServices, { access, reply: services.hourlyServiceList }, async (ctx) =>
    ok(await listHourlyServices(ctx)),
  ),
  serve(
    contract.addHourlyService,
    { ...verified, body: services.hourlyServiceBody, reply: services.hourlyService, status: 201 },
    (ctx) => addHourlyService(ctx, ctx.body),
  ),
  serve(
    contract.changeHourlyService,
    { access, params, body: services.hourlyServiceBody, reply: services.hourlyService },
    (ctx) => changeHourlyService(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.removeHourlyService, { access, params, reply: done }, (ctx) =>
    removeHourlyService(ctx, ctx.params.id),
  ),
  serve(contract.readSchedule, { access, reply: services.schedule }, async ({ tx, actor }) =>
    ok(await readSchedule(tx, actor.id)),
  ),
  serve(contract.changeSchedule, { access, body: services.scheduleBody, reply: services.schedule }, (ctx) =>
    changeSchedule(ctx, ctx.body),
  ),

  serve(contract.reserveSlot, { ...verified, body: schemas.reserveSlotBody, reply, status: 201 }, (ctx) =>
    reserveSlot(ctx, ctx.body),
  ),
  serve(contract.readBooking, { access, params, reply }, (ctx) => readBooking(ctx, ctx.params.id)),
  serve(contract.bookReservation, { ...verified, params, body: bookingVersionBody, reply }, (ctx) =>
    bookReservation(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.payBooking,
    { ...verified, params, body: schemas.payBookingBody, reply, ...movesMoney, paid: true },
    (ctx) => payBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.withdrawReservation, { access, params, body: bookingVersionBody, reply }, (ctx) =>
    withdrawReservation(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.confirmBooking, { ...verified, params, body: bookingVersionBody, reply, ...movesMoney }, (ctx) =>
    confirmBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineBooking, { access, params, body: schemas.bookingReasonBody, reply, ...movesMoney }, (ctx) =>
    declineBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.moveBooking, { access, params, body: schemas.moveBookingBody, reply }, (ctx) =>
    moveBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.proposeBookingMove, { access, params, body: schemas.moveBookingBody, reply }, (ctx) =>
    proposeBookingMove(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.acceptBookingMove, { access, params, body: bookingVersionBody, reply }, (ctx) =>
    acceptBookingMove(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineBookingMove, { access, params, body: bookingVersionBody, reply }, (ctx) =>
    declineBookingMove(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.withdrawBookingMove, { access, params, body: bookingVersionBody, reply }, (ctx) =>
    withdrawBookingMove(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.previewCancellation, { access, params, reply: schemas.cancellationPreview }, (ctx) =>
    previewCancellation(ctx, ctx.params.id),
  ),
  serve(contract.cancelBooking, { access, params, body: schemas.cancelBookingBody, reply, ...movesMoney }, (ctx) =>
    cancelBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.completeBooking, { access, params, body: bookingVersionBody, reply }, (ctx) =>
    completeBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.readBookingAsAdmin, { access: adminWho('decide-attendance'), params, reply }, (ctx) =>
    readBookingAsAdmin(ctx, ctx.params.id),
  ),
  serve(
    contract.listNoShows,
    { access: adminWho('decide-attendance'), query: pageQuery, reply: schemas.noShowPage },
    (ctx) => listNoShows(ctx, ctx.query),
  ),
  serve(
    contract.cancelBookingAsAdmin,
    { access: adminWho('decide-attendance'), params, body: schemas.bookingReasonBody, reply, ...movesMoney },
    (ctx) => cancelBookingAsAdmin(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.overturnNoShow,
    { access: adminWho('decide-attendance'), params, body: schemas.overturnNoShowBody, reply, ...movesMoney },
    (ctx) => overturnNoShow(ctx, ctx.params.id, ctx.body),
  ),

  serve(contract.listBookings, { access, query: schemas.bookingsQuery, reply: schemas.bookingPage }, (ctx) =>
    listBookings(ctx, ctx.query),
  ),
  serve(contract.readCalendar, { access, query: schemas.calendarQuery, reply: schemas.calendar }, (ctx) =>
    readCalendar(ctx, ctx.query),
  ),
  serve(
    contract.readCalendarFile,
    { access: cookieOnly, params, reply: z.unknown(), description: 'The calendar file, as a download.' },
    (ctx) => readCalendarFile(ctx, ctx.params.id),
  ),
  serve(
    contract.readCalendarFeed,
    {
      access,
      reply: schemas.calendarFeed,
      transaction: true,
      noStore: true,
      description: 'Made when it is first asked for.',
    },
    (ctx) => readCalendarFeed(ctx),
  ),
  serve(contract.renewCalendarFeed, { access, reply: schemas.calendarFeed, secretReply: true }, (ctx) =>
    renewCalendarFeed(ctx),
  ),
  serve(
    contract.readCalendarFeedFile,
    {
      access: anyone,
      params: schemas.calendarFeedParams,
      reply: z.unknown(),
      rateLimit: { per: 'address', max: 60, windowMs: minute },
      description: 'For calendar programs; the token in the address is the key.',
    },
    (ctx) => readCalendarFeedFile(ctx, ctx.params.token),
  ),
]
