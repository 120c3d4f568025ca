import * as z from 'zod/mini'
import { id } from '../shared-schemas.ts'

/**
 * Emitted as `booking_update` to both sides on each change of a booking, from the user's stream; clients read the
 * booking again. Notifications are sent separately.
 */
export const bookingChanged = z.object({ bookingId: id, version: z.int(), seq: z.optional(z.int()) })
export type BookingChanged = z.infer<typeof bookingChanged>
