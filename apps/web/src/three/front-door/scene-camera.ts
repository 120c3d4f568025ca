import { floorCircle } from '@veranda/core/rooms/records/placement.ts'
import { MathUtils, type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { type FrontDoorFrame } from './front-door-frame.ts'

type View = {
  readonly target: Vector3
  readonly distance: number
  readonly yawDegrees: number
  readonly pitchDegrees: number
}

/** Aspect ratio and vertical field of view of the poster. A scene in any other shape shows a part of it. */
const posterAspectRatio = 4 / 3
const posterFovDegrees = 37

/** From the edge of the deck, with chair, lantern, pond and evening sky. */
const wideView: View = {
  target: new Vector3(floorCircle.x + 0.08, 0.54, floorCircle.z),
  distance: 3,
  yawDegrees: 10,
  pitchDegrees: 8,
}
/** In front of the back rest, where 12 mm can be seen. */
const closeView: View = {
  target: new Vector3(floorCircle.x + 0.06, 0.72, floorCircle.z - 0.2),
  distance: 1.16,
  yawDegrees: 2,
  pitchDegrees: 11,
}
const driftDegrees = 8
const minPitchDegrees = 3
const maxPitchDegrees = 62

const target = new Vector3()
const spherical = new Spherical()

/**
 * Returns the vertical field of view, in degrees, at which a scene of this aspect ratio shows what `object-fit: cover`
 * leaves of the poster, so that the scene takes its place without a jump.
 */
export function coverFov(aspect: number): number {
  const halfHeight = Math.tan(MathUtils.degToRad(posterFovDegrees) / 2)
  const visible = aspect > posterAspectRatio ? (halfHeight * posterAspectRatio) / aspect : halfHeight
  return MathUtils.radToDeg(Math.atan(visible)) * 2
}

/** Moves the camera to its place in the story, turned by what the visitor added, in degrees. */
export function placeCamera(
  camera: PerspectiveCamera,
  { closeness, drift }: FrontDoorFrame,
  turn: { readonly yawDegrees: number; readonly pitchDegrees: number },
): void {
  const between = (from: number, to: number) => from + (to - from) * closeness
  const yaw =
    between(wideView.yawDegrees, closeView.yawDegrees) - driftDegrees * drift * (1 - closeness * 0.6) + turn.yawDegrees
  const pitch = MathUtils.clamp(
    between(wideView.pitchDegrees, closeView.pitchDegrees) + turn.pitchDegrees,
    minPitchDegrees,
    maxPitchDegrees,
  )
  target.lerpVectors(wideView.target, closeView.target, closeness)
  spherical.set(
    between(wideView.distance, closeView.distance),
    Math.PI / 2 - MathUtils.degToRad(pitch),
    MathUtils.degToRad(yaw),
  )
  camera.position.setFromSpherical(spherical).add(target)
  camera.lookAt(target)
  camera.updateMatrixWorld()
}
