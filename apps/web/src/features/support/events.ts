import { listCases, listQueues } from '@veranda/contract/admin/routes.ts'
import { ticketChanged } from '@veranda/contract/support/events.ts'
import { listTickets, readTicket, readTicketAsAdmin } from '@veranda/contract/support/routes.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'

/** Refetches a ticket after an answer, or after what its sender wrote. */
export function registerSupportEvents(): void {
  on(ticketChanged, ({ id }) => {
    for (const route of [readTicket, readTicketAsAdmin]) invalidateOnEvent({ route, params: { id } })
    invalidateOnEvent(listTickets, listQueues, listCases)
  })
  onResync(() => invalidateOnEvent(readTicket, readTicketAsAdmin, listTickets, listQueues, listCases))
}
