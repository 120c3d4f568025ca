import { type Ray } from './gizmo.ts'

/** Returns true if a point is within `radius` of a ray, or within about 0.7° from afar. */
export function isNearRay({ ox, oy, oz, dx, dy, dz }: Ray, x: number, y: number, z: number, radius: number): boolean {
  const along = (x - ox) * dx + (y - oy) * dy + (z - oz) * dz
  if (along <= 0) return false
  return Math.hypot(x - ox - dx * along, y - oy - dy * along, z - oz - dz * along) < Math.max(radius, along * 0.012)
}
