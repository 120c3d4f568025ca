import { type Vector } from '../../geometry/vector.ts'
import { type Bounds, type Placement, scaleFactorOf, wrapAngle } from './placement.ts'

/** Nothing that appears beside a version is nearer to a face than this, in metres. */
export const minFaceDistanceMetres = 0.6

/**
 * Where a previous version is next to the current one: its direction in the room, counterclockwise from x in radians,
 * and the extra distance between the two, in metres.
 */
export type BesidePlace = { readonly angle: number; readonly gap: number }

/** The versions that are shown side by side. */
export type VersionBounds = { readonly current: Bounds; readonly previous: Bounds }

/** Directions relative to the model that are tried in this order: left, right, then further back and to the front. */
const angles = [1, 0, 0.75, 0.25, 0.5, -0.75, -0.25, -0.5].map((share) => share * Math.PI)
const gapsMetres = [0, 0.4, 0.8, 1.4, 2, 3, 4.5]
/** Space between two versions as a share of their sizes, and at least, in metres. */
const spacing = { share: 0.2, minMetres: 0.06 } as const

/** Returns the place to the left of the model, where a previous version is unless a record says otherwise. */
export function defaultBesidePlace({ yaw }: Pick<Placement, 'yaw'>): BesidePlace {
  return { angle: wrapAngle(yaw + Math.PI), gap: 0 }
}

/** Returns the distance between the positions of both versions, in metres. */
export function distanceBeside(placement: Placement, { current, previous }: VersionBounds, place: BesidePlace): number {
  const both = halfExtentAlong(place.angle, placement, current) + halfExtentAlong(place.angle, placement, previous)
  return both + Math.max(spacing.minMetres, both * spacing.share) + place.gap
}

/**
 * Returns the first place beside the current version at which the previous one is at least `minFaceDistanceMetres` from
 * every head, or the one that is furthest from them. The place where it is now comes first, so that it moves only when
 * it must.
 */
export function freeBesidePlace(
  placement: Placement,
  bounds: VersionBounds,
  heads: readonly Vector[],
  now?: BesidePlace,
): BesidePlace {
  const others = gapsMetres.flatMap((gap) =>
    angles.map((relative): BesidePlace => ({ angle: wrapAngle(placement.yaw + relative), gap })),
  )
  let best = defaultBesidePlace(placement)
  let bestDistance = -Infinity
  for (const place of now ? [now, ...others] : others) {
    const distance = distanceToHeads(placement, bounds, place, heads)
    if (distance >= minFaceDistanceMetres) return place
    if (distance > bestDistance) {
      best = place
      bestDistance = distance
    }
  }
  return best
}

/** Returns the placement of the previous version at a place beside the current one. */
export function placementBeside(placement: Placement, bounds: VersionBounds, place: BesidePlace): Placement {
  const distance = distanceBeside(placement, bounds, place)
  const [x, y, z] = placement.position
  return { ...placement, position: [x + Math.cos(place.angle) * distance, y, z - Math.sin(place.angle) * distance] }
}

/** Returns the distance of a point from the box around a model, in metres; 0 inside. */
export function distanceToModel({ x, y, z }: Vector, placement: Placement, bounds: Bounds): number {
  const factor = scaleFactorOf(placement.size, bounds)
  const [px, py, pz] = placement.position
  const [cos, sin] = [Math.cos(placement.yaw), Math.sin(placement.yaw)]
  const across = Math.abs((x - px) * cos - (z - pz) * sin) - ((bounds.max.x - bounds.min.x) * factor) / 2
  const along = Math.abs((x - px) * sin + (z - pz) * cos) - ((bounds.max.z - bounds.min.z) * factor) / 2
  const above = Math.max(y - py - (bounds.max.y - bounds.min.y) * factor, py - y)
  return Math.hypot(Math.max(0, across), Math.max(0, above), Math.max(0, along))
}

function distanceToHeads(
  placement: Placement,
  bounds: VersionBounds,
  place: BesidePlace,
  heads: readonly Vector[],
): number {
  const beside = placementBeside(placement, bounds, place)
  return Math.min(...heads.map((head) => distanceToModel(head, beside, bounds.previous)))
}

/** Returns half the extent of a model's base along a direction of the room, in metres. */
function halfExtentAlong(angle: number, { yaw, size }: Placement, bounds: Bounds): number {
  const factor = scaleFactorOf(size, bounds) / 2
  const width = (bounds.max.x - bounds.min.x) * factor
  const depth = (bounds.max.z - bounds.min.z) * factor
  return Math.abs(Math.cos(angle - yaw)) * width + Math.abs(Math.sin(angle - yaw)) * depth
}
