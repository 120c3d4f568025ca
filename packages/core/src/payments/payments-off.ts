import { refuse, type Refused } from '../result.ts'

/** Returns the refusal payments.off (not-allowed) of every paid path where the installation takes no payments. */
export function paymentsOff(field?: string): Refused {
  return refuse('payments.off', 'not-allowed', field === undefined ? {} : { field })
}
