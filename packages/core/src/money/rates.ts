import { type Milliseconds, day, hour, minute } from '../time/instant.ts'
import { type BasisPoints } from './fees.ts'

/**
 * Every rate, window and limit that a contract depends on. An offer carries a copy and an acceptance binds it, so a
 * later change of the constants affects no existing agreement.
 */
export type Rates = {
  readonly clientFee: BasisPoints
  readonly creatorFee: BasisPoints
  /** From release to availability for payout, in milliseconds. */
  readonly payoutDelayMs: Milliseconds
  /** From the start of a payment attempt to its expiry, in milliseconds. */
  readonly checkoutMs: Milliseconds
  /** From acceptance to the funding of the first milestone, in milliseconds. */
  readonly firstFundingMs: Milliseconds
  /** Maximum time between funding and due date + review window, in milliseconds. */
  readonly maxEscrowMs: Milliseconds
  /** New due date after a request for changes, in milliseconds from the request. */
  readonly changesDueMs: Milliseconds
  /** After the due date, before the system may cancel or offer a refund, in milliseconds. */
  readonly overdueGraceMs: Milliseconds
  /** Between the offer of a refund and the client's acceptance, in milliseconds. */
  readonly refundNoticeMs: Milliseconds
  /** For both reviews after completion, in milliseconds. */
  readonly reviewsOpenMs: Milliseconds
}

/** The rates of a contract made today. */
export const currentRates: Rates = Object.freeze({
  clientFee: 500,
  creatorFee: 1_000,
  payoutDelayMs: 5 * day,
  checkoutMs: 15 * minute,
  firstFundingMs: 7 * day,
  maxEscrowMs: 75 * day,
  changesDueMs: 7 * day,
  overdueGraceMs: 7 * day,
  refundNoticeMs: 48 * hour,
  reviewsOpenMs: 14 * day,
})

/** Time to answer a request, an offer or a counter-offer, in milliseconds. */
export const answerDeadlineMs: Milliseconds = 14 * day
/** A project completes automatically this long after its last release, in milliseconds. */
export const projectCompletionDelayMs: Milliseconds = 30 * day
export const reviewWindowDays = { default: 14, min: 3, max: 30 } as const
