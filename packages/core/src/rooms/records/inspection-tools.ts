/** Settings of the tools with which a room inspects its work. */
export type InspectionTools = {
  /** Spread of the parts, from 0 to 1. */
  explode: number
  section: { axis: 'x' | 'y' | 'z'; at: number; turned: boolean } | null
  wireframe: boolean
  light: 'studio' | 'daylight' | 'dusk'
  hidden: string[]
}

/** The settings of a room in which nobody has changed any; the same on every screen. */
export const defaultTools: InspectionTools = {
  explode: 0,
  section: null,
  wireframe: false,
  light: 'studio',
  hidden: [],
}
