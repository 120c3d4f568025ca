import * as z from 'zod/mini'
import { id, text } from '../shared-schemas.ts'

export const ticketBody = z.strictObject({ email: z.email().check(z.maxLength(254)), message: text(8000) })
export type TicketBody = z.infer<typeof ticketBody>
export const ticketReply = z.object({ id })
export type TicketReply = z.infer<typeof ticketReply>
