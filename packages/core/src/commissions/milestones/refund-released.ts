import { allocatePart, type PricePart, type PriceShare } from '../../money/fees.ts'
import { type Minor, minor } from '../../money/money.ts'
import { needsStepUp } from '../../money/step-up-threshold.ts'
import { type RefundId } from '../../ids.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { applyTransition, type Party } from '../../state-machine.ts'
import { after, day, type Instant } from '../../time/instant.ts'
import { type Agreement } from '../agreement.ts'
import { milestoneMachine } from './milestone-states.ts'
import { type Milestone } from './milestone.ts'
import { type RefundDecision, refundEvent } from './refund.ts'

/** The time after a release in which its creator may give back of it: within it a card still takes a refund. */
export const refundReleasedDays = 180

/** Returns until when the creator may give back of what was released at a time. */
export function refundReleasedUntil(releasedAt: Instant): Instant {
  return after(releasedAt, refundReleasedDays * day)
}

/** The part of a price that was released, with its fees, and what was given back of it since. */
export type ReleasedShare = {
  readonly released: PriceShare
  readonly returned: PriceShare
  readonly releasedAt: Instant
}

/** Returns a part of what was released, with its share of the fees that were taken with it. Throws when more is asked. */
export function returnPart({ released, returned }: Omit<ReleasedShare, 'releasedAt'>, amount: Minor): PricePart {
  return allocatePart({ ...released, allocated: returned }, amount).part
}

/** Returns how much of the price can still be given back, in minor units. */
export function returnableOf({ released, returned }: Omit<ReleasedShare, 'releasedAt'>): Minor {
  return minor(released.price - returned.price)
}

/**
 * Gives back a part of what was released, for the creator: `amount` of the price in minor units, with its share of both
 * fees. The milestone stays as it is. `part` is what the `refund_after_release` transaction posts, in the same database
 * transaction. `hasSteppedUp` is true after a recent step-up, which amounts above the limit need. Refuses refund.too-late
 * (conflict, with `days`), refund.more-than-released (invalid, with `max`), milestone.frozen (conflict) after a chargeback, and
 * step-up.required (not-allowed).
 */
export function refundReleased(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: {
    readonly refundId: RefundId
    readonly amount: number
    readonly reason: string
    readonly expected: number
    readonly hasSteppedUp: boolean
  },
  share: ReleasedShare,
  now: Instant,
): Result<RefundDecision> {
  const step = applyTransition(milestoneMachine, milestone, 'refund-released', by, input.expected)
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  if (now >= refundReleasedUntil(share.releasedAt)) {
    return refuse('refund.too-late', 'conflict', { detail: { days: refundReleasedDays } })
  }
  const { refundId, amount } = input
  const max = returnableOf(share)
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > max) {
    return refuse('refund.more-than-released', 'invalid', { field: 'amount', detail: { max } })
  }
  const { currency } = milestone
  if (!input.hasSteppedUp && needsStepUp({ amount: minor(amount), currency })) {
    return refuse('step-up.required', 'not-allowed')
  }
  const part = returnPart(share, minor(amount))
  const about = { refundId, reason: input.reason.trim(), cause: 'after-release' } as const
  return ok({
    part,
    next: { ...milestone, version: milestone.version + 1 },
    event: refundEvent(milestone, agreement, part, about),
  })
}
