import * as z from 'zod/mini'
import { email, id, text } from '../shared-schemas.ts'

export const ticketBody = z.strictObject({ email, message: text(8000) })
export type TicketBody = z.infer<typeof ticketBody>
export const ticketReply = z.object({ id })
export type TicketReply = z.infer<typeof ticketReply>
