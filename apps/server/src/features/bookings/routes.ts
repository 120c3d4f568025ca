import * as contract from '@veranda/contract/bookings/routes.ts'
import * as schemas from '@veranda/contract/bookings/schemas.ts'
import * as sessions from '@veranda/contract/bookings/session-schemas.ts'
import { done, idParams, pageQuery } from '@veranda/contract/shapes.ts'
import { ok } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { minute } from '@veranda/core/time/instant.ts'
import { type ServedRoute, serve } from '../../http/serve.ts'
import { anyone, cookieAlone, operator, signedIn } from '../../http/who.ts'
import { confirmBooking, declineBooking } from './answer-request.ts'
import { bookHeld, giveBackHold } from './book-held.ts'
import { cancelAsOperator, cancelBooking, readCancellation } from './cancel-booking.ts'
import { readFeed, readFeedAddress, renewFeedAddress } from './feed.ts'
import { holdSlot } from './hold-slot.ts'
import { listAppointments, readNext } from './list-appointments.ts'
import { listMissed } from './list-missed.ts'
import { listSlots, readTalentSessions } from './list-slots.ts'
import { completeBooking, overturnNoShow } from './meet.ts'
import { acceptNewTime, askToMove, declineNewTime, moveBooking } from './move-booking.ts'
import { payBooking } from './pay-booking.ts'
import { readAsOperator, readBooking } from './read-booking.ts'
import { readCalendar } from './read-calendar.ts'
import { readCalendarFile } from './read-calendar-file.ts'
import { changeSchedule, readSchedule } from './schedule.ts'
import { addService, changeService, listServices, removeService } from './services.ts'

const who = signedIn
const params = idParams
const { booking: reply, bookingExpected } = schemas
/** Moves money, so that it must not happen twice. */
const once = { idempotency: 'required' } as const

/** What can be booked is open to all who are signed in; a booking is there for its two people, and apart from them for operators. */
export const bookingRoutes: ServedRoute[] = [
  serve(contract.readTalentSessions, { who, params, reply: sessions.talentSessions }, (ctx) =>
    readTalentSessions(ctx, ctx.params.id),
  ),
  serve(contract.listSlots, { who, params, query: sessions.slotsQuery, reply: sessions.slots }, (ctx) =>
    listSlots(ctx, ctx.params.id, ctx.query),
  ),
  serve(contract.listSessions, { who, reply: sessions.sessionList }, async (ctx) => ok(await listServices(ctx))),
  serve(contract.addSession, { who, body: sessions.sessionBody, reply: sessions.session, status: 201 }, (ctx) =>
    addService(ctx, ctx.body),
  ),
  serve(contract.changeSession, { who, params, body: sessions.sessionBody, reply: sessions.session }, (ctx) =>
    changeService(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.removeSession, { who, params, reply: done }, (ctx) => removeService(ctx, ctx.params.id)),
  serve(contract.readSchedule, { who, reply: sessions.schedule }, async ({ tx, actor }) =>
    ok(await readSchedule(tx, actor.id)),
  ),
  serve(contract.changeSchedule, { who, body: sessions.scheduleBody, reply: sessions.schedule }, (ctx) =>
    changeSchedule(ctx, ctx.body),
  ),

  serve(contract.holdSlot, { who, body: schemas.holdBody, reply, status: 201 }, (ctx) => holdSlot(ctx, ctx.body)),
  serve(contract.readBooking, { who, params, reply }, (ctx) => readBooking(ctx, ctx.params.id)),
  serve(contract.bookHeld, { who, params, body: bookingExpected, reply }, (ctx) =>
    bookHeld(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.payBooking, { who, params, body: schemas.payBody, reply, ...once }, (ctx) =>
    payBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.giveBackHold, { who, params, body: bookingExpected, reply }, (ctx) =>
    giveBackHold(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.confirmBooking, { who, params, body: bookingExpected, reply }, (ctx) =>
    confirmBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineBooking, { who, params, body: schemas.bookingReason, reply, ...once }, (ctx) =>
    declineBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.moveBooking, { who, params, body: schemas.moveBody, reply }, (ctx) =>
    moveBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.proposeMove, { who, params, body: schemas.moveBody, reply }, (ctx) =>
    askToMove(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.acceptMove, { who, params, body: bookingExpected, reply }, (ctx) =>
    acceptNewTime(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineMove, { who, params, body: bookingExpected, reply }, (ctx) =>
    declineNewTime(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.readCancellation, { who, params, reply: schemas.cancellation }, (ctx) =>
    readCancellation(ctx, ctx.params.id),
  ),
  serve(contract.cancelBooking, { who, params, body: schemas.cancelBody, reply, ...once }, (ctx) =>
    cancelBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.completeBooking, { who, params, body: bookingExpected, reply }, (ctx) =>
    completeBooking(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.readBookingAsOperator, { who: operator, params, reply }, (ctx) => readAsOperator(ctx, ctx.params.id)),
  serve(contract.listMissed, { who: operator, query: pageQuery, reply: schemas.missedPage }, (ctx) =>
    listMissed(ctx, ctx.query),
  ),
  serve(contract.cancelAsOperator, { who: operator, params, body: schemas.bookingReason, reply, ...once }, (ctx) =>
    cancelAsOperator(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.overturnNoShow, { who: operator, params, body: schemas.overturnBody, reply, ...once }, (ctx) =>
    overturnNoShow(ctx, ctx.params.id, ctx.body),
  ),

  serve(contract.listAppointments, { who, query: schemas.appointmentsQuery, reply: schemas.appointmentPage }, (ctx) =>
    listAppointments(ctx, ctx.query),
  ),
  serve(contract.nextAppointments, { who, reply: schemas.nextAppointments }, async (ctx) => ok(await readNext(ctx))),
  serve(contract.readCalendar, { who, query: schemas.calendarQuery, reply: schemas.calendar }, (ctx) =>
    readCalendar(ctx, ctx.query),
  ),
  serve(
    contract.readCalendarFile,
    { who: cookieAlone, params, reply: z.unknown(), description: 'The calendar file, as a download.' },
    (ctx) => readCalendarFile(ctx, ctx.params.id),
  ),
  serve(
    contract.readFeedAddress,
    { who, reply: schemas.feed, transaction: true, description: 'Made when it is first asked for.' },
    (ctx) => readFeedAddress(ctx),
  ),
  serve(contract.renewFeedAddress, { who, reply: schemas.feed }, (ctx) => renewFeedAddress(ctx)),
  serve(
    contract.readFeed,
    {
      who: anyone,
      params: schemas.feedParams,
      reply: z.unknown(),
      limit: { per: 'address', max: 60, window: minute },
      description: 'For calendar programs; the token in the address is the key.',
    },
    (ctx) => readFeed(ctx, ctx.params.token),
  ),
]
