import { sessionAbsoluteLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { after, hour, instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type NightlyTask } from '../../../platform/timers/nightly-timer.ts'

/** Rows of each table that one transaction deletes at most; the rest follow a minute later. */
const maxDeletedRows = 5_000

/**
 * Deletes every night the sessions that have reached a limit, with the push subscriptions of their browsers, and the
 * pairings whose code is no longer valid: both name a device and its network address, and neither signs anyone in.
 */
export const deleteEndedSessions: NightlyTask = {
  kind: 'accounts.delete-ended-sessions',
  subject: { kind: 'sessions', id: 'ended' },
  // Before the audit log.
  timeOfDayMs: 3.25 * hour,
  async run({ tx, deps }) {
    // Sessions end by the machine's clock, which the sandbox cannot move.
    const now = instant(Date.now())
    const sessions = await sql`
      delete from sessions where id in (
        select id from sessions
        where expires_at < ${timestamptz(now)}
          or authenticated_at < ${timestamptz(after(now, -sessionAbsoluteLimitMs))}
        limit ${sql.lit(maxDeletedRows)})`.execute(tx)
    const pairings = await sql`
      delete from pairings where id in (
        select id from pairings where expires_at < ${timestamptz(after(deps.clock.now(), -hour))}
        limit ${sql.lit(maxDeletedRows)})`.execute(tx)
    const deleted = [sessions, pairings].map(({ numAffectedRows = 0n }) => Number(numAffectedRows))
    if (deleted.some((rows) => rows > 0)) deps.log.info({ rows: deleted }, 'ended sessions and pairings deleted')
    return Math.max(...deleted) < maxDeletedRows ? 'done' : 'more'
  },
}
