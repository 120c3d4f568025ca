import { changeEvent } from '../realtime/socket-event.ts'

/** To the sender of a ticket and to the admins who answer tickets. */
export const ticketChanged = changeEvent('ticket:changed', {})
