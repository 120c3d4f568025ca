import { after, day, type Instant, instant, minute } from '../../time/instant.ts'

/** A session that is not used for this long ends. */
export const sessionIdleLimitMs = 7 * day
/** A use is written down when the last one that was is older than this, so that not every call writes. */
export const sessionUseIntervalMs = 10 * minute
/** A session ends this long after the sign-in, however much it is used. */
export const sessionAbsoluteLimitMs = 30 * day

/** Returns when a session was last used, to `sessionUseIntervalMs`. `idleAt` is when its idle limit is reached. */
export function sessionUsedAt(idleAt: Instant): Instant {
  return after(idleAt, -sessionIdleLimitMs)
}

/** Returns when a session ends unless it is used before that. `idleAt` is when its idle limit is reached. */
export function sessionEndsAt({ startedAt, idleAt }: { startedAt: Instant; idleAt: Instant }): Instant {
  return instant(Math.min(idleAt, after(startedAt, sessionAbsoluteLimitMs)))
}
