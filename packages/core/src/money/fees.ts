import { type Minor, minor } from './money.ts'

/** Hundredths of a percent: 500 is 5 %. */
export type BasisPoints = number

/** A fee on an amount that is not negative, in the same minor units, rounded half up. */
export function feeOf(amount: Minor, rate: BasisPoints): Minor {
  return shareOf(minor(rate), amount, minor(10_000))
}

/** What both sides of one milestone pay and get, in minor units. */
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

/** How far a milestone's money has been dealt out. Both fees are dealt along with the price, in proportion. */
export type Dealing = {
  readonly price: Minor
  readonly clientFee: Minor
  readonly creatorFee: Minor
  readonly dealt: { readonly price: Minor; readonly clientFee: Minor; readonly creatorFee: Minor }
}

/** A part of the price with the fees that belong to it. */
export type Part = { readonly amount: Minor; readonly clientFee: Minor; readonly creatorFee: Minor }

/** Nothing dealt out yet. */
export function undealt(whole: Pick<Split, 'price' | 'clientFee' | 'creatorFee'>): Dealing {
  const none = minor(0)
  return {
    price: whole.price,
    clientFee: whole.clientFee,
    creatorFee: whole.creatorFee,
    dealt: { price: none, clientFee: none, creatorFee: none },
  }
}

/**
 * Deals out the next part, released or refunded alike: round(total fee × cumulative share) − what was taken, so that
 * the last part takes the rest and parts sum to the whole. Throws when more is dealt than is left.
 */
export function dealPart(dealing: Dealing, amount: Minor): { part: Part; dealing: Dealing } {
  const { price, dealt } = dealing
  const cumulative = minor(dealt.price + amount)
  if (amount < 0 || cumulative > price) throw new RangeError(`part ${amount} of ${price}, ${dealt.price} dealt`)
  const upTo = (fee: Minor) => (price === 0 ? fee : shareOf(fee, cumulative, price))
  const now = { price: cumulative, clientFee: upTo(dealing.clientFee), creatorFee: upTo(dealing.creatorFee) }
  const part = {
    amount,
    clientFee: minor(now.clientFee - dealt.clientFee),
    creatorFee: minor(now.creatorFee - dealt.creatorFee),
  }
  return { part, dealing: { ...dealing, dealt: now } }
}

/** total × part ÷ whole, rounded half up, exact beyond 2^53. */
function shareOf(total: Minor, part: Minor, whole: Minor): Minor {
  if (total < 0 || part < 0 || whole <= 0) throw new RangeError(`share of ${total}: ${part}/${whole}`)
  const divisor = BigInt(whole)
  return minor(Number((2n * BigInt(total) * BigInt(part) + divisor) / (2n * divisor)))
}
