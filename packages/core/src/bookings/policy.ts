import { type Dealing, type Part, type Split, dealPart, undealt } from '../money/fees.ts'
import { minor } from '../money/money.ts'
import { type Instant, hour, instant } from '../time/instant.ts'

/** Cancelling at least `hoursBefore` the start gives back `refundPercent` of what was paid. */
export type PolicyTier = { readonly hoursBefore: number; readonly refundPercent: number }

/** All back until 24 hours before, nothing after. */
export const freeCancellation: readonly PolicyTier[] = [{ hoursBefore: 24, refundPercent: 100 }]

/** Tiers from the longest time before the start to the shortest, never giving back more later than earlier. */
export function isPolicy(tiers: readonly PolicyTier[]): boolean {
  return tiers.every((tier, index) => {
    const former = tiers[index - 1]
    return !former || (tier.hoursBefore < former.hoursBefore && tier.refundPercent <= former.refundPercent)
  })
}

/** The share that a client who cancels now gets back, in percent: of the first tier whose time has not passed. */
export function refundPercentAt(tiers: readonly PolicyTier[], startsAt: Instant, now: Instant): number {
  return tiers.find((tier) => now <= startsAt - tier.hoursBefore * hour)?.refundPercent ?? 0
}

/** Until when cancelling gives all back; undefined when it never does. */
export function freeUntil(tiers: readonly PolicyTier[], startsAt: Instant): Instant | undefined {
  const whole = tiers.filter((tier) => tier.refundPercent === 100).at(-1)
  return whole && instant(startsAt - whole.hoursBefore * hour)
}

/** When less is given back than now; undefined when nothing changes any more. */
export function refundChangesAt(tiers: readonly PolicyTier[], startsAt: Instant, now: Instant): Instant | undefined {
  const tier = tiers.find(({ hoursBefore }) => now <= startsAt - hoursBefore * hour)
  return tier && instant(startsAt - tier.hoursBefore * hour)
}

/** What goes back to the client and what to the creator, each with its share of both fees. Together they are the whole. */
export type Settlement = { readonly toClient: Part; readonly toCreator: Part }

/** Divides what was paid: `percent` of the price, rounded half up, goes back, the rest is the creator's. */
export function settle(whole: Pick<Split, 'price' | 'clientFee' | 'creatorFee'>, percent: number): Settlement {
  const back = minor(Number((BigInt(whole.price) * BigInt(percent) * 2n + 100n) / 200n))
  const first = dealPart(undealt(whole), back)
  const rest: Dealing = first.dealing
  return { toClient: first.part, toCreator: dealPart(rest, minor(whole.price - back)).part }
}
