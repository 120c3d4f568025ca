import { type LightName } from '../../assets/light-names.ts'

/** Settings of the tools with which the users in a room inspect the model. */
export type InspectionTools = {
  /** Spread of the parts, from 0 to 1. */
  explode: number
  section: { axis: 'x' | 'y' | 'z'; at: number; turned: boolean } | null
  wireframe: boolean
  light: LightName
  /** Turn of the light, as a share of a whole turn; 0 if absent. */
  lightTurn?: number | undefined
  hidden: string[]
}

/** Default settings of the tools. The page and the 3D scene both start with them. */
export const defaultTools: InspectionTools = {
  explode: 0,
  section: null,
  wireframe: false,
  light: 'studio',
  hidden: [],
}
