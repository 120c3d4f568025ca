import {
  listBookings,
  listNoShows,
  listSlots,
  readBooking,
  readBookingAsAdmin,
  readCalendar,
  previewCancellation,
  listCreatorServices,
} from '@veranda/contract/bookings/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listLedgerEntries, listEscrow, readBalances } from '@veranda/contract/payments/routes.ts'
import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { type Command, useCommand } from '../../lib/api/use-command.ts'
import { invalidateReads } from '../../lib/api/query.ts'

/** All reads that a booking command may change. */
export const bookingReads: readonly Route[] = [
  readBooking,
  readBookingAsAdmin,
  listNoShows,
  previewCancellation,
  listBookings,
  readCalendar,
  listSlots,
  listCreatorServices,
  readDashboard,
  readBalances,
  listLedgerEntries,
  listEscrow,
]

/**
 * Runs a booking command: not optimistic, idempotent by its key, refreshing what it changed. After a conflict (409) it
 * reads again, so that the screen shows the current state.
 */
export function useBookingCommand<R extends Route>(route: R, onDone?: (reply: ReplyOf<R>) => void): Command<R> {
  const command = useCommand(route, { idempotent: true, invalidates: bookingReads, ...(onDone ? { onDone } : {}) })
  return {
    ...command,
    run: async (...args) => {
      const outcome = await command.run(...args)
      if (!outcome.ok && outcome.problem.status === 409)
        await invalidateReads(readBooking, readBookingAsAdmin, previewCancellation, listSlots)
      return outcome
    },
  }
}
