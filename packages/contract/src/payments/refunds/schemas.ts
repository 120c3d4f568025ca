import { refundActions, refundStates } from '@veranda/core/payments/refunds/refund.ts'
import * as z from 'zod/mini'
import { adminReason } from '../../admin/schemas.ts'
import { id, isoInstant, minorUnits, money, page, userSummary } from '../../shared-schemas.ts'
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

/** A ledger entry as admins read it, with the account as the ledger names it. */
export const adminEntry = z.object({
  transactionId: id,
  kind: z.string(),
  at: isoInstant,
  account: z.string(),
  debit: minorUnits,
  credit: minorUnits,
})

/** A refund as admins read it, with every ledger entry about the same money. */
export const adminRefund = z.object({
  id,
  state: z.enum(refundStates),
  /** Counts from 1. */
  attempt: z.int(),
  money,
  /** The provider's word for why the last attempt failed. */
  failure: z.nullable(z.string()),
  /** The last digits of the bank account that it goes to instead of the card. */
  bankLast4: z.nullable(z.string()),
  requestedAt: isoInstant,
  paidAt: z.nullable(isoInstant),
  /** When it is sent again by itself; null when it waits for someone. */
  nextRetryAt: z.nullable(isoInstant),
  client: userSummary,
  /** The title of what was paid for. */
  title: z.string(),
  projectId: z.nullable(id),
  milestoneId: z.nullable(id),
  bookingId: z.nullable(id),
  chargeId: id,
  entries: z.array(adminEntry),
  actions: z.array(z.enum(refundActions)),
})
export type AdminRefund = z.infer<typeof adminRefund>

/** `attempt` is the failed one that the admin has read, so that it is sent again once. */
export const retryRefundBody = z.strictObject({ attempt: z.int(), reason: adminReason })
export type RetryRefundBody = z.infer<typeof retryRefundBody>
