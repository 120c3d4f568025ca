/** Times of toasts in the scene by what they ask for, in milliseconds. */
export const toastLifeMs = { text: 8_000, action: 15_000 } as const
/** Duration of fading out, in milliseconds. */
export const toastFadeMs = 600

/**
 * Returns the opacity of a toast that has been shown for `shownMs` and lives for `lifeMs`: 1, then fading to 0, where
 * it is gone. For users who prefer reduced motion it goes without fading.
 */
export function toastOpacity(shownMs: number, lifeMs: number, reducedMotion: boolean): number {
  if (shownMs < lifeMs) return 1
  return reducedMotion ? 0 : Math.max(0, 1 - (shownMs - lifeMs) / toastFadeMs)
}
