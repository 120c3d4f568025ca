import * as z from 'zod/mini'
import { id } from '../shared-schemas.ts'
import { changeEvent } from '../realtime/socket-event.ts'

/** To the client who pays and the creator who is paid. A charge belongs to a milestone or to a booking. */
export const chargeChanged = changeEvent('charge:changed', {
  projectId: z.nullable(id),
  commissionId: z.nullable(id),
  milestoneId: z.nullable(id),
  bookingId: z.nullable(id),
})

/** To the creator of a payout. */
export const payoutChanged = changeEvent('payout:changed', {})

/** To a user whose balances changed: money was protected, released, refunded or became available. `id` is the user's. */
export const balanceChanged = changeEvent('balance:changed', {})
