import * as z from 'zod/mini'
import { id } from '../shared-schemas.ts'
import { changeEvent } from '../realtime/socket-event.ts'

/** The subject of a charge, by its kind. A plain union, because the first load has no other kind of union. */
export const chargeSubject = z.union([
  z.object({ kind: z.literal('milestone'), projectId: id, commissionId: id, milestoneId: id }),
  z.object({ kind: z.literal('booking'), bookingId: id }),
])
export type ChargeSubject = z.infer<typeof chargeSubject>

/** To the client who pays and the creator who is paid. */
export const chargeChanged = changeEvent('charge:changed', { subject: chargeSubject })

/** To the creator of a payout. */
export const payoutChanged = changeEvent('payout:changed', {})

/** To a user whose balances changed: money was protected, released, refunded or became available. `id` is the user's. */
export const balanceChanged = changeEvent('balance:changed', {})
