import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'

type MoneyStatus = { place: NonNullable<Milestone['money']>['place'] | 'none'; amount: Milestone['price'] }

/** Returns the status of a milestone's money for the viewer; for the client released money shows the price. */
export function moneyStatusOf({ money, price }: Milestone, viewerRole: Commission['viewerRole']): MoneyStatus {
  if (money === null) return { place: 'none', amount: price }
  const released = money.place === 'pending' || money.place === 'available'
  if (released && viewerRole !== 'creator') return { place: 'available', amount: price }
  return money
}
