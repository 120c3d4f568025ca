/** State of the front door's scene at one moment. Shares run from 0 to 1. */
export type FrontDoorFrame = {
  /** Share of the way from the whole chair to its top rail. */
  readonly closeness: number
  /** Share of the slow drift around the chair. */
  readonly drift: number
  /** Height of the top rail above its place in version 1, in metres. */
  readonly railRaise: number
  /** Share of the amber light of the changed rail. */
  readonly railGlow: number
  /** Share of the lantern's light. */
  readonly lanternLight: number
}
