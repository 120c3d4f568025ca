type Point = { x: number; y: number; z: number }
type ReadonlyPoint = Readonly<Point>

/** Lengths of the parts of an arm, in metres. */
export const armLengths = { upper: 0.27, lower: 0.26 } as const

/**
 * Writes the elbow of an arm between a shoulder and a hand into `into`; it bends towards `pole`, a direction. A hand
 * further away than the arm reaches gets a straight one. Two-bone inverse kinematics by the law of cosines.
 */
export function placeElbow(shoulder: ReadonlyPoint, hand: ReadonlyPoint, pole: ReadonlyPoint, into: Point): Point {
  const { upper, lower } = armLengths
  // Called four times a frame for each participant: without Math.hypot, which allocates.
  const dx = hand.x - shoulder.x
  const dy = hand.y - shoulder.y
  const dz = hand.z - shoulder.z
  const distance = Math.max(Math.sqrt(dx * dx + dy * dy + dz * dz), 1e-6)
  const ux = dx / distance
  const uy = dy / distance
  const uz = dz / distance
  // The part of the pole at right angles to the arm.
  const along = pole.x * ux + pole.y * uy + pole.z * uz
  const px = pole.x - along * ux
  const py = pole.y - along * uy
  const pz = pole.z - along * uz
  const bend = Math.sqrt(px * px + py * py + pz * pz)
  const isStraight = distance >= upper + lower || bend < 1e-6
  // With a hand nearer than the difference of both parts, the elbow is as far ahead as it can be.
  const ahead = isStraight
    ? (distance * upper) / (upper + lower)
    : Math.min(upper, Math.max(-upper, (upper ** 2 - lower ** 2 + distance ** 2) / (2 * distance)))
  const aside = isStraight ? 0 : Math.sqrt(Math.max(0, upper ** 2 - ahead ** 2)) / bend
  into.x = shoulder.x + ux * ahead + px * aside
  into.y = shoulder.y + uy * ahead + py * aside
  into.z = shoulder.z + uz * ahead + pz * aside
  return into
}

const blink = { everyMs: 4_100, durationMs: 140 } as const
/** Offset between the blinks of neighbouring participant slots, so that not everyone blinks at once. */
const blinkOffsetMs = 1_370

/** Returns true while the eyes of a participant are closed, which they are for a moment every few seconds. */
export function isBlinking(now: number, participantSlot: number): boolean {
  return (now + participantSlot * blinkOffsetMs) % blink.everyMs < blink.durationMs
}

/** Voices seldom peak higher than this; it opens the mouth all the way. */
const loudLevel = 0.4

/** Returns how far a mouth is open, from 0 to 1, at the level of a voice. */
export function mouthOpening(voiceLevel: number): number {
  return Math.min(1, Math.max(0, voiceLevel / loudLevel)) ** 0.7
}
