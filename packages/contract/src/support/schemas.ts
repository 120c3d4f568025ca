import * as z from 'zod/mini'
import { id, text } from '../shapes.ts'

export const ticketBody = z.strictObject({ email: z.email().check(z.maxLength(254)), message: text(8000) })
export type TicketBody = z.infer<typeof ticketBody>
export const ticketFiled = z.object({ id })
export type TicketFiled = z.infer<typeof ticketFiled>
