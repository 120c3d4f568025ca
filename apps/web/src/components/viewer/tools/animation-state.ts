/** The selected animation and whether it is playing. */
export type AnimationState = { readonly clip: number; readonly playing: boolean }

/** Returns whether an animation may start by itself: not when the user prefers reduced motion. */
export function shouldAutoplay(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
