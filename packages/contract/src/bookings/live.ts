import * as z from 'zod/mini'
import { id } from '../shapes.ts'

/**
 * `booking_update` to both sides on each change of a booking, from the log of the person: what changed is read again.
 * What a person is told of it comes as a notification besides.
 */
export const bookingUpdate = z.object({ bookingId: id, version: z.int(), seq: z.optional(z.int()) })
export type BookingUpdate = z.infer<typeof bookingUpdate>
