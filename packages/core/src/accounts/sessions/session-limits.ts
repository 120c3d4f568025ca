import { after, day, type Instant, instant } from '../../time/instant.ts'

/** A session that is not used for this long ends. */
export const sessionIdleLimitMs = 7 * day
/** A session ends this long after the sign-in, however much it is used. */
export const sessionAbsoluteLimitMs = 30 * day

/** Returns when a session ends unless it is used before that. `idleAt` is when its idle limit is reached. */
export function sessionEndsAt({ startedAt, idleAt }: { startedAt: Instant; idleAt: Instant }): Instant {
  return instant(Math.min(idleAt, after(startedAt, sessionAbsoluteLimitMs)))
}
