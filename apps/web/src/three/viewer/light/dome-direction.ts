import { Vector3 } from 'three'

const radians = Math.PI / 180

/** Returns the unit vector to a place on the dome, in degrees; azimuth 0 is towards +z and 90 towards +x. */
export function domeDirection(azimuth: number, elevation: number): Vector3 {
  return new Vector3().setFromSphericalCoords(1, (90 - elevation) * radians, azimuth * radians)
}
