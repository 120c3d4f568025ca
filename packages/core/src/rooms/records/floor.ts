import { type Bounds, deck, type Placement, scaleFactorOf } from './placement.ts'

/** The floor on which users move: its edges in metres, and whether it is the deck with its house and table. */
export type Floor = {
  readonly left: number
  readonly right: number
  readonly garden: number
  readonly house: number
  readonly isDeck: boolean
}

/** Eye height that is assumed for a headset that does not know where its floor is. */
export const assumedEyeHeightMetres = 1.6

export const deckFloor: Floor = { ...deck, isDeck: true }

/** Space around an asset that is larger than the deck, in metres. */
const marginMetres = 6
/** Poses end at 32 m from the centre; users stay within, so that everyone sees them where they are. */
const maxEdgeMetres = 30
/** Users arrive this far from the edge of the floor, in metres. */
const edgeMetres = 1
/** Distance of neighbouring participant slots where users arrive before a large asset, in metres. */
const arrivalSpacingMetres = 0.9

/**
 * Returns the floor for an asset at its placement. It is the deck, unless the asset is larger than that: then the deck
 * steps aside, and users move on the ground on which it is.
 */
export function floorFor(placement: Placement, bounds: Bounds | undefined): Floor {
  if (!bounds) return deckFloor
  const factor = scaleFactorOf(placement.size, bounds) / 2
  const [cos, sin] = [Math.abs(Math.cos(placement.yaw)), Math.abs(Math.sin(placement.yaw))]
  const [width, depth] = [(bounds.max.x - bounds.min.x) * factor, (bounds.max.z - bounds.min.z) * factor]
  const halfWidth = cos * width + sin * depth
  const halfDepth = sin * width + cos * depth
  if (halfWidth * 2 <= deck.right - deck.left && halfDepth * 2 <= deck.house - deck.garden) return deckFloor
  const [x, , z] = placement.position
  const limit = (metres: number) => Math.min(maxEdgeMetres, Math.max(-maxEdgeMetres, metres))
  return {
    left: limit(x - halfWidth - marginMetres),
    right: limit(x + halfWidth + marginMetres),
    garden: limit(z - halfDepth - marginMetres),
    house: limit(z + halfDepth + marginMetres),
    isDeck: false,
  }
}

/**
 * Returns where the user of a participant slot arrives before an asset that is larger than the deck: at its edge
 * towards the entrance, next to the others, alternating to both sides.
 */
export function arrivalOn(floor: Floor, participantSlot: number): { readonly x: number; readonly z: number } {
  const steps = Math.ceil(Math.max(0, participantSlot) / 2)
  const x = (floor.left + floor.right) / 2 + (participantSlot % 2 === 1 ? steps : -steps) * arrivalSpacingMetres
  return { x: Math.min(floor.right - edgeMetres, Math.max(floor.left + edgeMetres, x)), z: floor.house - edgeMetres }
}

/** Returns true if a place is on a floor. */
export function isOnFloor({ left, right, garden, house }: Floor, x: number, z: number): boolean {
  return x >= left && x <= right && z >= garden && z <= house
}
