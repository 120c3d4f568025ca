import { day, hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type NightlyTask } from '../timers/nightly-timer.ts'

/** A call can be repeated with its key for at least this long. */
const replyRetentionMs = day
/** Rows that one transaction deletes at most; the rest follow a minute later. */
const maxDeletedRows = 20_000

/**
 * Deletes every night the idempotency keys of calls older than a day, with their replies. Keys have the time of the
 * database.
 */
export const deleteOldRepliesNightly: NightlyTask = {
  kind: 'idempotency.delete-old-replies',
  subject: { kind: 'idempotency-keys', id: 'all' },
  // After the audit log.
  timeOfDayMs: 4 * hour,
  async run({ tx, deps }) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (user_id, key) in (
        select user_id, key from idempotency_keys
        where at < now() - ${replyRetentionMs} * interval '1 millisecond'
        limit ${sql.lit(maxDeletedRows)})`.execute(tx)
    if (numAffectedRows > 0n) deps.log.info({ rows: Number(numAffectedRows) }, 'old replies deleted')
    return numAffectedRows < BigInt(maxDeletedRows) ? 'done' : 'more'
  },
}
