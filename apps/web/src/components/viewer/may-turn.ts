import { type GraphicsSupport } from '../../lib/webgl-support.ts'

type Circumstances = {
  readonly prefersReducedMotion: boolean
  readonly savesData: boolean
  /** Detects graphics support; called only when nothing else decides, because it opens a WebGL context. */
  readonly graphicsSupport: () => GraphicsSupport
}

/** Returns whether a model may turn in place of its picture: with a graphics card, and no wish for less motion or data. */
export function mayTurn({ prefersReducedMotion, savesData, graphicsSupport }: Circumstances): boolean {
  return !prefersReducedMotion && !savesData && graphicsSupport() === 'fast'
}
