import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'

type MoneyStatus = {
  place: NonNullable<Milestone['money']>['place'] | 'refunding' | 'refunded' | 'none'
  amount: Milestone['price']
  /** The meaning of the amount: the price, with the client's fee, or what the creator receives after theirs. */
  whose: 'price' | 'charge' | 'receives'
}

/** Returns the status of a milestone's money for the viewer; for the client released money shows the price. */
export function moneyStatusOf(milestone: Milestone, viewerRole: Commission['viewerRole']): MoneyStatus {
  const { money, price, state, clientPays } = milestone
  if (isRefund(milestone)) {
    const place = state === 'refunding' || state === 'refund_failed' ? 'refunding' : 'refunded'
    return viewerRole === 'creator'
      ? { place, amount: price, whose: 'price' }
      : { place, amount: clientPays, whose: 'charge' }
  }
  if (money === null) return { place: 'none', amount: price, whose: 'price' }
  const released = money.place === 'pending' || money.place === 'available' || money.place === 'frozen'
  if (released && viewerRole !== 'creator')
    return { place: money.place === 'frozen' ? 'frozen' : 'available', amount: price, whose: 'price' }
  if (money.place !== 'charging') return { ...money, whose: released ? 'receives' : 'price' }
  // The fee that is charged with the price is the client's own.
  return viewerRole === 'creator' ? { place: 'charging', amount: price, whose: 'price' } : { ...money, whose: 'charge' }
}

/** Returns whether all of a milestone's money went back to the client, or is on its way. */
export function isRefund({
  state,
  chargeback,
  returned,
}: Pick<Milestone, 'state' | 'chargeback' | 'returned'>): boolean {
  if (chargeback?.state === 'lost') return true
  if (returned && returned.returned.price === returned.released.price) return true
  return state === 'refunding' || state === 'refund_failed' || state === 'refunded'
}
