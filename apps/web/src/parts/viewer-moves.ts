/** Which animation is shown, and whether it runs. */
export type Motion = { readonly clip: number; readonly playing: boolean }

/** Whether an animation begins by itself once it is asked for: not where the person wants no motion. */
export function startsMoving(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
