import {
  listAppointments,
  listMissed,
  listSlots,
  nextAppointments,
  readBooking,
  readBookingAsOperator,
  readCalendar,
  readCancellation,
  readTalentSessions,
} from '@veranda/contract/bookings/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listPostings, listProtected, readBalances } from '@veranda/contract/payments/routes.ts'
import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { type Command, useCommand } from '../../lib/command.ts'
import { refresh } from '../../lib/query.ts'

/** Every read that a step of a booking may change. */
export const bookingReads: readonly Route[] = [
  readBooking,
  readBookingAsOperator,
  listMissed,
  readCancellation,
  listAppointments,
  nextAppointments,
  readCalendar,
  listSlots,
  readTalentSessions,
  readDashboard,
  readBalances,
  listPostings,
  listProtected,
]

/**
 * A step of a booking: without optimism, once only by its key, and refreshing what it changed. Refused because somebody
 * else was faster (409), it reads anew, so that the screen shows what is there now.
 */
export function useBookingCommand<R extends Route>(route: R, onDone?: (reply: ReplyOf<R>) => void): Command<R> {
  const command = useCommand(route, { idempotent: true, touches: bookingReads, ...(onDone ? { onDone } : {}) })
  return {
    ...command,
    run: async (...args) => {
      const outcome = await command.run(...args)
      if (!outcome.ok && outcome.problem.status === 409)
        await refresh(readBooking, readBookingAsOperator, readCancellation, listSlots)
      return outcome
    },
  }
}
