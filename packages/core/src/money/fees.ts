import { type Minor, minor } from './money.ts'

/** Hundredths of a percent: 500 is 5 %. */
export type BasisPoints = number

/** Returns the fee on a non-negative amount, in the same minor units, rounded half up. */
export function feeOf(amount: Minor, rate: BasisPoints): Minor {
  return shareOf(minor(rate), amount, minor(10_000))
}

/** Amounts that both sides of one milestone pay and receive, in minor units. */
export type Split = {
  readonly price: Minor
  readonly clientFee: Minor
  readonly creatorFee: Minor
  /** price + clientFee: what is charged. */
  readonly clientPays: Minor
  /** price − creatorFee: what is paid out. */
  readonly creatorReceives: Minor
}

/** Splits a whole price between creator and platform: clientPays = creatorReceives + clientFee + creatorFee. */
export function split(price: Minor, rates: { clientFee: BasisPoints; creatorFee: BasisPoints }): Split {
  const clientFee = feeOf(price, rates.clientFee)
  const creatorFee = feeOf(price, rates.creatorFee)
  return {
    price,
    clientFee,
    creatorFee,
    clientPays: minor(price + clientFee),
    creatorReceives: minor(price - creatorFee),
  }
}

/** A price or a share of it, with both fees that belong to it. */
export type PriceShare = { readonly price: Minor; readonly clientFee: Minor; readonly creatorFee: Minor }

/** The allocated share of a milestone's money. Both fees are allocated with the price, in proportion. */
export type Allocation = PriceShare & { readonly allocated: PriceShare }

export const noShare: PriceShare = { price: minor(0), clientFee: minor(0), creatorFee: minor(0) }

/** A part of the price with the fees that belong to it. */
export type PricePart = { readonly amount: Minor; readonly clientFee: Minor; readonly creatorFee: Minor }

/** Returns the initial allocation, with nothing allocated. */
export function unallocated({ price, clientFee, creatorFee }: PriceShare): Allocation {
  return { price, clientFee, creatorFee, allocated: noShare }
}

/**
 * Allocates the next part, for a release or a refund: round(total fee × cumulative share) − what was allocated before,
 * so that the last part takes the rest and the parts sum to the whole. Rounding can leave a price that grew after a part of
 * it was allocated with less of its fee due by then than was taken, or with more due than the part brings: a fee is never
 * below zero, the creator's never above the part, and nothing carries no fee. Throws when more is allocated than is left.
 */
export function allocatePart(allocation: Allocation, amount: Minor): { part: PricePart; allocation: Allocation } {
  const { price, allocated } = allocation
  const cumulative = minor(allocated.price + amount)
  if (amount < 0 || cumulative > price) throw new RangeError(`part ${amount} of ${price}, ${allocated.price} allocated`)
  if (amount === 0) return { part: { amount, clientFee: minor(0), creatorFee: minor(0) }, allocation }
  const upTo = (fee: Minor, before: Minor) => minor(Math.max(before, shareOf(fee, cumulative, price)))
  const now = {
    price: cumulative,
    clientFee: upTo(allocation.clientFee, allocated.clientFee),
    creatorFee: minor(Math.min(allocated.creatorFee + amount, upTo(allocation.creatorFee, allocated.creatorFee))),
  }
  const part = {
    amount,
    clientFee: minor(now.clientFee - allocated.clientFee),
    creatorFee: minor(now.creatorFee - allocated.creatorFee),
  }
  return { part, allocation: { ...allocation, allocated: now } }
}

/** Parts of the escrow in minor units of the price: to the creator, and back to the client. */
export type Shares = { readonly release: Minor; readonly refund: Minor }

/** Allocates what is released and then what is refunded. Throws when both together are more than is left. */
export function allocateShares(
  allocation: Allocation,
  { release, refund }: Shares,
): { released: PricePart; refunded: PricePart; allocation: Allocation } {
  const first = allocatePart(allocation, release)
  const second = allocatePart(first.allocation, refund)
  return { released: first.part, refunded: second.part, allocation: second.allocation }
}

/** Returns total × part ÷ whole, rounded half up, exact beyond 2^53. */
function shareOf(total: Minor, part: Minor, whole: Minor): Minor {
  if (total < 0 || part < 0 || whole <= 0) throw new RangeError(`share of ${total}: ${part}/${whole}`)
  const divisor = BigInt(whole)
  return minor(Number((2n * BigInt(total) * BigInt(part) + divisor) / (2n * divisor)))
}

/**
 * Splits a part over weights in proportion, each at most its weight. Rounds the cumulative shares, so that
 * the parts sum to `part`. All in minor units.
 */
export function proportionalParts(part: Minor, weights: readonly Minor[]): Minor[] {
  const whole = minor(weights.reduce<number>((sum, weight) => sum + weight, 0))
  if (part < 0 || part > whole) throw new RangeError(`part ${part} of ${whole}`)
  let weightSoFar = 0
  let sharedSoFar = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const shared = whole === 0 ? 0 : shareOf(part, minor(weightSoFar), whole)
    const own = minor(shared - sharedSoFar)
    sharedSoFar = shared
    return own
  })
}
