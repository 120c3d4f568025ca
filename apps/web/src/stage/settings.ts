export const lightNames = ['studio', 'daylight', 'dusk'] as const
export type LightName = (typeof lightNames)[number]

export const axes = ['x', 'y', 'z'] as const
export type Axis = (typeof axes)[number]

/** A cut through the work at a share of its size along one axis; what lies beyond is taken away. */
export type Section = { readonly axis: Axis; readonly at: number; readonly turned: boolean }

export const compareModes = ['flip', 'side', 'overlay', 'map'] as const
export type CompareMode = (typeof compareModes)[number]

/** How the work is shown: part of what a pin restores. */
export type Settings = {
  readonly hidden: readonly string[]
  /** 0 together, 1 far apart. */
  readonly explode: number
  readonly section: Section | null
  readonly wireframe: boolean
  readonly light: LightName
  /** A figure for size and rules along the edges. */
  readonly sizes: boolean
}

export const plainSettings: Settings = {
  hidden: [],
  explode: 0,
  section: null,
  wireframe: false,
  light: 'studio',
  sizes: false,
}

export type Triple = readonly [x: number, y: number, z: number]

/** Where the eye is and what it looks at, in metres, with how the work was shown. */
export type View = { readonly eye: Triple; readonly target: Triple; readonly settings: Settings }
