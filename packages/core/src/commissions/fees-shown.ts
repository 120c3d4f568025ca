import { type Split, split } from '../money/fees.ts'
import { type Money, minor, money } from '../money/money.ts'
import { type OfferContent } from './offer-content.ts'

/** What both sides see before anyone accepts: totals, and the same numbers for each milestone in order. */
export type FeesShown = {
  readonly price: Money
  readonly clientFee: Money
  readonly clientPays: Money
  readonly creatorFee: Money
  readonly creatorReceives: Money
  readonly milestones: readonly { readonly clientPays: Money; readonly creatorReceives: Money }[]
}

/** The fees of an offer. Each milestone is charged by itself, so totals are sums of the milestones' rounded fees. */
export function feesShown(content: Pick<OfferContent, 'milestones' | 'currency' | 'rates'>): FeesShown {
  const splits = content.milestones.map(({ amount }) => split(amount, content.rates))
  const total = (name: keyof Split) =>
    money(
      splits.reduce((before, one) => minor(before + one[name]), minor(0)),
      content.currency,
    )
  return {
    price: total('price'),
    clientFee: total('clientFee'),
    clientPays: total('clientPays'),
    creatorFee: total('creatorFee'),
    creatorReceives: total('creatorReceives'),
    milestones: splits.map(({ clientPays, creatorReceives }) => ({
      clientPays: money(clientPays, content.currency),
      creatorReceives: money(creatorReceives, content.currency),
    })),
  }
}
