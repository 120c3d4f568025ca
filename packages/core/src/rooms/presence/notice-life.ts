/** Times of notices in the scene by what they ask for, in milliseconds. */
export const noticeLifeMs = { text: 8_000, action: 15_000 } as const
/** Duration of fading out, in milliseconds. */
export const noticeFadeMs = 600

/**
 * Returns the opacity of a notice that has been shown for `shownMs` and lives for `lifeMs`: 1, then fading to 0, where
 * it is gone. For users who prefer reduced motion it goes without fading.
 */
export function noticeOpacity(shownMs: number, lifeMs: number, reducedMotion: boolean): number {
  if (shownMs < lifeMs) return 1
  return reducedMotion ? 0 : Math.max(0, 1 - (shownMs - lifeMs) / noticeFadeMs)
}
