import { day, hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Deps } from '../deps.ts'
import { nightlyTimer, scheduleNightly } from '../timers/nightly-timer.ts'

/** A call can be repeated with its key for at least this long. */
export const replyRetentionMs = day
/** Rows that one transaction deletes at most; the rest follow a minute later. */
const maxDeletedRows = 20_000
// After the audit log.
const schedule = {
  kind: 'idempotency.delete-old-replies',
  subject: { kind: 'idempotency-keys', id: 'all' },
  timeOfDayMs: 4 * hour,
}

/** Deletes every night the idempotency keys of calls older than a day, with their replies. Keys have the time of the database. */
export const deleteOldRepliesNightly = nightlyTimer({
  ...schedule,
  async run({ tx, deps }) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (user_id, key) in (
        select user_id, key from idempotency_keys
        where at < now() - ${replyRetentionMs} * interval '1 millisecond'
        limit ${sql.lit(maxDeletedRows)})`.execute(tx)
    if (numAffectedRows > 0n) deps.log.info({ rows: Number(numAffectedRows) }, 'old replies deleted')
    return numAffectedRows < BigInt(maxDeletedRows) ? 'done' : 'more'
  },
})

/** Schedules the next deletion unless one is scheduled. */
export const scheduleReplyDeletion = (deps: Deps): Promise<void> => scheduleNightly(deps, schedule)
