import { type LightName } from '@veranda/core/assets/light-names.ts'

export const axes = ['x', 'y', 'z'] as const
export type Axis = (typeof axes)[number]

/** A section through the model at a share of its size along one axis; what lies beyond is removed. */
export type SectionPlane = { readonly axis: Axis; readonly at: number; readonly turned: boolean }

/** Display settings; saved with a pin and restored by it. */
export type ViewerSettings = {
  readonly hidden: readonly string[]
  /** 0 together, 1 fully exploded. */
  readonly explode: number
  readonly section: SectionPlane | null
  readonly wireframe: boolean
  readonly light: LightName
  /** Turn of the light around the model, as a share of a whole turn; 0 if absent. */
  readonly lightTurn?: number | undefined
  /** Name of the chosen look of those that the author offers; the model's own if absent. */
  readonly variant?: string | undefined
  /** Shows a human figure for scale and rulers along the edges. */
  readonly sizes: boolean
}

export const defaultSettings: ViewerSettings = {
  hidden: [],
  explode: 0,
  section: null,
  wireframe: false,
  light: 'studio',
  sizes: false,
}

export type VectorTuple = readonly [x: number, y: number, z: number]

/** Camera position and target, in metres, with the display settings. */
export type Viewpoint = { readonly eye: VectorTuple; readonly target: VectorTuple; readonly settings: ViewerSettings }
