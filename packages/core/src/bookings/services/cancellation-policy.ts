import { type Allocation, type PricePart, type Split, allocatePart, unallocated } from '../../money/fees.ts'
import { minor } from '../../money/money.ts'
import { type Instant, hour, instant } from '../../time/instant.ts'

/** Cancelling at least `hoursBefore` the start refunds `refundPercent` of what was paid. */
export type PolicyTier = { readonly hoursBefore: number; readonly refundPercent: number }

/** Full refund until 24 hours before, nothing after. */
export const defaultPolicy: readonly PolicyTier[] = [{ hoursBefore: 24, refundPercent: 100 }]

/** Returns true if the tiers go from the longest time before the start to the shortest and never refund more later. */
export function isValidPolicy(tiers: readonly PolicyTier[]): boolean {
  return tiers.every((tier, index) => {
    const previous = tiers[index - 1]
    return !previous || (tier.hoursBefore < previous.hoursBefore && tier.refundPercent <= previous.refundPercent)
  })
}

/** Returns the refund in percent for a client who cancels now: of the first tier whose time has not passed. */
export function refundPercentAt(tiers: readonly PolicyTier[], startsAt: Instant, now: Instant): number {
  return tiers.find((tier) => now <= startsAt - tier.hoursBefore * hour)?.refundPercent ?? 0
}

/** Returns until when cancelling refunds everything; undefined if never. */
export function fullRefundUntil(tiers: readonly PolicyTier[], startsAt: Instant): Instant | undefined {
  const whole = tiers.filter((tier) => tier.refundPercent === 100).at(-1)
  return whole && instant(startsAt - whole.hoursBefore * hour)
}

/** Returns when the refund shrinks; undefined if it no longer changes. */
export function refundChangesAt(tiers: readonly PolicyTier[], startsAt: Instant, now: Instant): Instant | undefined {
  const tier = tiers.find(({ hoursBefore }) => now <= startsAt - hoursBefore * hour)
  return tier && instant(startsAt - tier.hoursBefore * hour)
}

/** Parts of the client and the creator, each with its share of both fees. Together they are the whole. */
export type Settlement = { readonly toClient: PricePart; readonly toCreator: PricePart }

/** Divides a payment: `percent` of the price, rounded half up, is refunded, the rest is the creator's. */
export function splitRefund(whole: Pick<Split, 'price' | 'clientFee' | 'creatorFee'>, percent: number): Settlement {
  const back = minor(Number((BigInt(whole.price) * BigInt(percent) * 2n + 100n) / 200n))
  const first = allocatePart(unallocated(whole), back)
  const rest: Allocation = first.allocation
  return { toClient: first.part, toCreator: allocatePart(rest, minor(whole.price - back)).part }
}
