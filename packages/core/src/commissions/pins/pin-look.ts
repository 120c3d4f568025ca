import { type PinState } from './pin.ts'

/** The look of a pin wherever it is drawn: open, closed in any way, or not carried over with certainty. */
export type PinLook = 'open' | 'closed' | 'unsure'

/** Returns the look of a pin on a version; a place that is unsure matters more than its state. */
export function pinLookOf(state: PinState, isUnsure: boolean): PinLook {
  if (isUnsure) return 'unsure'
  return state === 'open' ? 'open' : 'closed'
}
