/** The time in milliseconds for which a hand has to hold the control that releases money. */
export const releaseHoldMs = 1_500
/** The time in milliseconds that a page's confirmation has to be open before its button counts. */
export const minConfirmGapMs = 1_000

/**
 * The progress of a confirmation in a headset: not begun, asked whether the release is meant, or at the
 * control that releases, since a time in milliseconds. The two controls are in different places.
 */
export type ReleaseConfirmation =
  | { readonly step: 'closed' }
  | { readonly step: 'asked' }
  | { readonly step: 'sure'; readonly sinceMs: number }

/** `hold` is sent once the control that releases was held for `releaseHoldMs`. */
export type ConfirmationInput = 'open' | 'go-on' | 'hold' | 'cancel'

/**
 * Returns the next step and whether the money is to be released, at a time in milliseconds of a clock that never goes
 * back. Only a hold releases, and only one that can have begun at the second control.
 */
export function confirmRelease(
  confirmation: ReleaseConfirmation,
  input: ConfirmationInput,
  nowMs: number,
): { readonly next: ReleaseConfirmation; readonly released: boolean } {
  const { step } = confirmation
  if (input === 'open') return { next: { step: 'asked' }, released: false }
  if (input === 'cancel') return { next: { step: 'closed' }, released: false }
  if (input === 'go-on' && step === 'asked') return { next: { step: 'sure', sinceMs: nowMs }, released: false }
  if (input === 'hold' && step === 'sure' && nowMs - confirmation.sinceMs >= releaseHoldMs) {
    return { next: { step: 'closed' }, released: true }
  }
  return { next: confirmation, released: false }
}
