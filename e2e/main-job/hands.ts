import { expect } from '@playwright/test'
import { type Point, tell } from '@veranda/core/rooms/pose.ts'
import type { Overheard } from '../rooms/devices.ts'
import type { Place, wearer } from '../rooms/worn.ts'
import { until } from '../support/until.ts'

/** Whoever has a right hand, as they are heard. */
export function heardOf({ poses }: Overheard): { head: Point; right: Point } | undefined {
  return Array.from(poses.values()).find(({ tells }) => (tells & tell.left) !== 0)
}

/** Moves the hand to another height than it has, and answers once it is heard twice at one place there. */
async function moved(worn: ReturnType<typeof wearer>, witness: Overheard, to: Place): Promise<Point> {
  // Kept before the move: where frames are slow the hand is heard at its new place before the move's call returns.
  const before = heardOf(witness)?.right
  await worn.moveHand(to)
  let last: Point | undefined
  return until('the hand to come to rest', async () => {
    const heard = heardOf(witness)?.right
    const rests =
      heard !== last && heard && last && heard.px === last.px && heard.py === last.py && heard.pz === last.pz
    last = heard
    return rests && heard.py !== before?.py ? heard : undefined
  })
}

/** The hand goes as far for the others as it went, to 2 mm, and is at the same place for both. */
export async function expectHandWithin2mm(
  worn: ReturnType<typeof wearer>,
  atDesk: Overheard,
  onPhone: Overheard,
): Promise<void> {
  // As soon as the work has come one is set down before it, once; until then the two places are not of one stand.
  let attempt = 0
  await expect(async () => {
    attempt += 1
    // Never a height where the hand may already be from an attempt before.
    const [from, to] = [
      { x: 0.2, y: 1.1 + attempt / 100, z: 1.1 },
      { x: 0.31, y: 1.32 + attempt / 100, z: 0.87 },
    ]
    const before = await moved(worn, atDesk, from)
    const after = await moved(worn, atDesk, to)
    expect(Math.abs(after.py - before.py - (to.y - from.y))).toBeLessThan(0.002)
    const way = Math.hypot(after.px - before.px, after.py - before.py, after.pz - before.pz)
    expect(Math.abs(way - Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z))).toBeLessThan(0.002)
  }).toPass({ timeout: 90_000 })
  await until('the phone to hear the same', async () => {
    const [desk, phone] = [heardOf(atDesk)?.right, heardOf(onPhone)?.right]
    return desk && phone && Math.hypot(desk.px - phone.px, desk.py - phone.py, desk.pz - phone.pz) < 0.002
  })
}
