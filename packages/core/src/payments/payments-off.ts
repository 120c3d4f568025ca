import { refuse, type Refused } from '../result.ts'

/** The actions of all aggregates that pay, release money or commit to paying. */
export const paidActions = [
  'accept-offer',
  'fund',
  'approve',
  'claim-refund',
  'pay',
  'propose-settlement',
  'accept-settlement',
  'counter-settlement',
  'propose-change-order',
  'accept-change-order',
  'counter-change-order',
  'fund-top-up',
  'open-dispute',
  'offer-terms',
  'accept-terms',
  'waive-review',
] as const

/** Returns the refusal payments.off (not-allowed) of every paid path where the installation takes no payments. */
export function paymentsOff(field?: string): Refused {
  return refuse('payments.off', 'not-allowed', field === undefined ? {} : { field })
}

/** Returns the actions that can be offered: without the paid ones where the installation takes no payments. */
export function offerableActions<A extends string>(actions: A[], paymentsOn: boolean): A[] {
  return paymentsOn ? actions : actions.filter((action) => !paidActions.some((paid) => paid === action))
}
