import { type GraphicsSupport } from '../../../lib/device/webgl-support.ts'

/** The veranda live, or stills that tell the same story. */
export type Presentation = 'scene' | 'stills'

type Circumstances = {
  /** Presentation asked for in the address. */
  readonly requested: Presentation | undefined
  readonly isNarrow: boolean
  readonly prefersReducedMotion: boolean
  readonly savesData: boolean
  /** Detects graphics support; called only when nothing else decides, because it opens a WebGL context. */
  readonly graphicsSupport: () => GraphicsSupport
}

/**
 * Returns the scene only where it costs the visitor nothing: with a graphics card, room for it, and no wish for less
 * motion or less data. A request in the address overrides everything but missing WebGL.
 */
export function choosePresentation(circumstances: Circumstances): Presentation {
  const { requested, isNarrow, prefersReducedMotion, savesData, graphicsSupport } = circumstances
  if (requested === 'scene') return graphicsSupport() === 'none' ? 'stills' : 'scene'
  if (requested === 'stills' || isNarrow || prefersReducedMotion || savesData) return 'stills'
  return graphicsSupport() === 'fast' ? 'scene' : 'stills'
}

/**
 * Returns the presentation that the address asks for with `?front-door=scene` or `?front-door=stills`. Tests and the
 * script that takes the stills use it; it changes nothing but this picture.
 */
export function requestedPresentation(search: string): Presentation | undefined {
  const asked = new URLSearchParams(search).get('front-door')
  return asked === 'scene' || asked === 'stills' ? asked : undefined
}

/** Returns the moment at which `?front-door-ms=` stops the story, in milliseconds. */
export function requestedMomentMs(search: string): number | undefined {
  const asked = new URLSearchParams(search).get('front-door-ms')
  return asked === null || !/^\d{1,5}$/.test(asked) ? undefined : Number(asked)
}
