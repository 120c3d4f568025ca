import { type Milliseconds } from '../../time/instant.ts'

/** The time for which the last control is held in a headset before the escrow is released. */
export const releaseHoldMs: Milliseconds = 1_500
/** The least time between the two confirmations on a page. */
export const minConfirmGapMs: Milliseconds = 1_000
/** The most that counts as held between two frames: a picture that stands still cannot be seen to fill. */
const maxHoldStepMs: Milliseconds = 250

/**
 * The way in which the last step is confirmed: by holding a control in a headset, or on a page, where a keyboard, a switch or a
 * screen reader need not hold anything, at a second place a while after the first.
 */
export type ConfirmationMethod = 'hold' | 'two-places'

/** Where the confirmation of a release is. Times are milliseconds of any one clock. */
export type ReleaseConfirmation =
  /** Shows the sum, the exact version and its assets. */
  | { readonly step: 'review' }
  /** Offers the last control, which is at another place than that of the review. */
  | { readonly step: 'confirm'; readonly since: Milliseconds }
  | {
      readonly step: 'hold'
      readonly since: Milliseconds
      readonly heldMs: Milliseconds
      readonly heldUntil: Milliseconds
    }
  /** Confirmed: the release may be sent, once. */
  | { readonly step: 'release' }

/** `keep` comes with each frame while the control is held, `restart` after the release was refused. */
export type ConfirmationInput = 'continue' | 'confirm' | 'hold' | 'keep' | 'let-go' | 'restart'

export const firstConfirmation: ReleaseConfirmation = { step: 'review' }

/**
 * Returns the confirmation after one input at the time `at`. Inputs that do not fit the step or the method change
 * nothing. A press never confirms by itself: a hold has to last `releaseHoldMs` and starts again when it is let go, and
 * the second confirmation counts only `minConfirmGapMs` after the first.
 */
export function advanceConfirmation(
  confirmation: ReleaseConfirmation,
  method: ConfirmationMethod,
  input: ConfirmationInput,
  at: Milliseconds,
): ReleaseConfirmation {
  if (input === 'restart') return firstConfirmation
  switch (confirmation.step) {
    case 'review':
      return input === 'continue' ? { step: 'confirm', since: at } : confirmation
    case 'confirm':
      if (method === 'hold' && input === 'hold') {
        return { step: 'hold', since: confirmation.since, heldMs: 0, heldUntil: at }
      }
      if (method === 'two-places' && input === 'confirm' && at - confirmation.since >= minConfirmGapMs) {
        return { step: 'release' }
      }
      return confirmation
    case 'hold': {
      // Letting go ends the hold and is never the moment of the release, however late it is noticed.
      if (input === 'let-go') return { step: 'confirm', since: confirmation.since }
      if (input !== 'keep') return confirmation
      const passedMs = Math.min(maxHoldStepMs, Math.max(0, at - confirmation.heldUntil))
      const heldMs = confirmation.heldMs + passedMs
      return heldMs >= releaseHoldMs ? { step: 'release' } : { ...confirmation, heldMs, heldUntil: at }
    }
    case 'release':
      return confirmation
  }
}

/** Returns how full the held control is, from 0 to 1. */
export function heldShare(confirmation: ReleaseConfirmation): number {
  if (confirmation.step === 'release') return 1
  return confirmation.step === 'hold' ? confirmation.heldMs / releaseHoldMs : 0
}
