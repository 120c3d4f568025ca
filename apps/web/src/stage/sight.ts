import { type Vector } from '@veranda/core/geometry/vector.ts'
import { type PerspectiveCamera, Vector2 } from 'three'
import { type Pair } from './pair.ts'
import { type Hit, pickIn, seenFrom, snapped } from './pick.ts'

/** What is looked at through, in pixels. */
export type Size = { readonly width: number; readonly height: number }

/** Where a point of the work stands on the stage, in pixels; `hidden` when something is before it or it is cut away. */
export type Spot = { readonly x: number; readonly y: number; readonly hidden: boolean }

/** Makes the eye see a stretch of this shape, and be where it is from now on. */
export function lookThrough(camera: PerspectiveCamera, aspect: number): void {
  camera.aspect = aspect
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld()
}

/**
 * What lies under a place in pixels. `snap` takes the nearest corner within a few of them. A former version that is in
 * sight there has no places of its own.
 */
export function pickOn(
  pair: Pair,
  camera: PerspectiveCamera,
  { width, height }: Size,
  { x, y, snap }: { readonly x: number; readonly y: number; readonly snap: boolean },
): Hit | 'former' | undefined {
  const areas = pair.areas(width)
  const area = areas.find((one) => x < one.left + one.width) ?? areas.at(-1)
  if (!area?.model) return undefined
  if (area.model !== pair.now) return 'former'
  const at = new Vector2(((x - area.left) / area.width) * 2 - 1, 1 - (y / height) * 2)
  lookThrough(camera, area.width / height)
  const hit = pickIn(area.model, camera, at, pair.planes)
  return hit && snap ? snapped(hit, camera, at, area.width, height) : hit
}

/** Where a point on a part of the work stands. Undefined when it is behind the eye, or its part is being moved about. */
export function spotOn(
  pair: Pair,
  camera: PerspectiveCamera,
  { width, height }: Size,
  point: Vector,
  part: string | undefined,
): Spot | undefined {
  const area = pair.areas(width).at(-1)
  if (!pair.now || !area || (part !== undefined && pair.now.player?.resting === false)) return undefined
  lookThrough(camera, area.width / height)
  const seen = seenFrom(pair.now, camera, point, part, pair.planes)
  if (!seen) return undefined
  const x = area.left + ((seen.x + 1) / 2) * area.width
  const inside = seen.x >= -1 && seen.x <= 1 && Math.abs(seen.y) <= 1
  const hidden = seen.hidden || !inside || pair.settings.hidden.includes(part ?? '')
  return { x, y: ((1 - seen.y) / 2) * height, hidden }
}
