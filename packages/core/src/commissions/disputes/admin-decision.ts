import { type UserId } from '../../ids.ts'
import { type Shares } from '../../money/fees.ts'
import { type Instant } from '../../time/instant.ts'

type Side = 'client' | 'creator'

/** A decision of an admin. It takes effect after `reviewUntil`, or once both sides have waived a review. */
export type DisputeDecision = Shares & {
  /** The user id of the admin. */
  readonly by: UserId
  readonly reason: string
  readonly at: Instant
  readonly reviewUntil: Instant
  readonly waivedBy: readonly Side[]
  /** The second admin, above the limit; null below it. */
  readonly confirmedBy: UserId | null
}

/** The review of a decision by a second admin. Without an outcome by `decideBy` the decision takes effect as it is. */
export type DisputeReview = {
  readonly by: Side
  readonly reason: string
  readonly askedAt: Instant
  readonly decideBy: Instant
  readonly outcome: { readonly by: UserId; readonly reason: string } | null
}

/** A decision of an admin above the limit, which a second one has not confirmed. */
export type PendingDecision = Shares & {
  readonly by: UserId
  readonly reason: string
  readonly at: Instant
  readonly expiresAt: Instant
}
