import { type Commission, type Milestone } from '@veranda/contract/commissions/schemas.ts'

type Standing = { place: NonNullable<Milestone['money']>['place'] | 'none'; amount: Milestone['price'] }

/** Where a milestone's money stands for this reader: to the client what was released is the price, and gone. */
export function moneyStanding({ money, price }: Milestone, part: Commission['part']): Standing {
  if (money === null) return { place: 'none', amount: price }
  const released = money.place === 'pending' || money.place === 'available'
  if (released && part !== 'creator') return { place: 'available', amount: price }
  return money
}
