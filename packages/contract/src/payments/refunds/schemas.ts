import { refundActions, refundStates } from '@veranda/core/payments/refunds/refund.ts'
import * as z from 'zod/mini'
import { id, isoInstant, money, page } from '../../shared-schemas.ts'
import { changePayoutAccountBody } from '../schemas.ts'

/** A refund to the reader, of a part of a milestone, of a booking, or of a payment that fits nothing. */
export const refund = z.object({
  id,
  state: z.enum(refundStates),
  amount: money,
  /** Title of the milestone or the session. */
  title: z.string(),
  milestone: z.nullable(z.object({ id, projectId: id })),
  bookingId: z.nullable(id),
  /** True for a payment that came too late or did not fit, which is refunded as a whole. */
  unapplied: z.boolean(),
  requestedAt: isoInstant,
  paidAt: z.nullable(isoInstant),
  /** Last digits of the bank account that it goes to; null for the card that paid. */
  bankLast4: z.nullable(z.string()),
  actions: z.array(z.enum(refundActions)),
})
export type Refund = z.infer<typeof refund>
export const refundList = page(refund)
export type RefundList = z.infer<typeof refundList>

/** The bank account that a failed refund goes to. */
export const redirectRefundBody = changePayoutAccountBody
export type RedirectRefundBody = z.infer<typeof redirectRefundBody>
