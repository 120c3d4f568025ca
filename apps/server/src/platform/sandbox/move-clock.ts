import { type ClockBody, type ClockState } from '@veranda/contract/sandbox/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fromIso, instant, toIso } from '@veranda/core/time/instant.ts'
import { isMovable } from '../clock/clock.ts'
import { signalAfterCommit } from '../db/commit-signals.ts'
import { type Tx } from '../db/database.ts'
import { saveClockShift } from '../db/settings.ts'
import { type Deps } from '../deps.ts'

/**
 * Moves the product's clock forward on every node, by a time or to one. Refuses sandbox.clock-needs-one (invalid) and
 * sandbox.clock-backwards (conflict).
 */
export async function moveClock(
  { tx, deps }: { tx: Tx; deps: Deps },
  { advanceMs, ...body }: ClockBody,
): Promise<Result<ClockState>> {
  const { clock } = deps
  if (!isMovable(clock)) return refuse('request.unknown-route', 'not-found')
  const to = body.to === undefined ? undefined : fromIso(body.to)
  if ((advanceMs === undefined) === (to === undefined)) {
    return refuse('sandbox.clock-needs-one', 'invalid', { field: 'advanceMs' })
  }
  const now = clock.now()
  const target = to ?? instant(now + (advanceMs ?? 0))
  if (target < now) return refuse('sandbox.clock-backwards', 'conflict', { field: 'to' })
  const shift = clock.shift() + (target - now)
  await saveClockShift(tx, shift)
  clock.setShift(shift)
  signalAfterCommit(tx, { clock: true })
  return ok({ now: toIso(clock.now()), offsetMs: Math.round(clock.shift()) })
}
