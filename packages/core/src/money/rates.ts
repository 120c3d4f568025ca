import { type Milliseconds, day, hour, minute } from '../time/instant.ts'
import { type BasisPoints } from './fees.ts'

/**
 * Every rate, window and limit that a contract depends on. An offer carries a copy and an acceptance binds it, so a
 * later change of the constants touches no agreement that was already made.
 */
export type Rates = {
  readonly clientFee: BasisPoints
  readonly creatorFee: BasisPoints
  /** From release to availability for payout. */
  readonly payoutHold: Milliseconds
  /** From the start of a payment to its giving up. */
  readonly checkout: Milliseconds
  /** From acceptance to the funding of the first milestone. */
  readonly fundFirst: Milliseconds
  /** Longest time between funding and due date + review window. */
  readonly heldAtMost: Milliseconds
  /** New due date after a request for changes. */
  readonly changesDue: Milliseconds
  /** After the due date, before the system may cancel or offer a refund. */
  readonly grace: Milliseconds
  /** Between the offer of a refund and the client's taking it. */
  readonly refundNotice: Milliseconds
  /** For both reviews after completion. */
  readonly reviewsOpen: Milliseconds
}

/** The rates of a contract made today. */
export const currentRates: Rates = Object.freeze({
  clientFee: 500,
  creatorFee: 1_000,
  payoutHold: 5 * day,
  checkout: 15 * minute,
  fundFirst: 7 * day,
  heldAtMost: 75 * day,
  changesDue: 7 * day,
  grace: 7 * day,
  refundNotice: 48 * hour,
  reviewsOpen: 14 * day,
})

/** How long a request, an offer or a counter-offer waits for its answer. */
export const answerWithin: Milliseconds = 14 * day
/** A card authorisation lapses after this. */
export const authorisationLasts: Milliseconds = 7 * day
/** A project completes by itself this long after its last release. */
export const projectCompletesAfter: Milliseconds = 30 * day
export const reviewWindowDays = { default: 14, min: 3, max: 30 } as const
export const disputeTimes = { answerBusinessDays: 5, mediation: 14 * day, decision: 30 * day } as const
