import * as z from 'zod/mini'
import { email, id, multilineText } from '../shared-schemas.ts'

export const ticketBody = z.strictObject({ email, message: multilineText(8000) })
export type TicketBody = z.infer<typeof ticketBody>
/** `number` is what the user and the team call it. */
export const ticketReply = z.object({ id, number: z.int() })
export type TicketReply = z.infer<typeof ticketReply>
