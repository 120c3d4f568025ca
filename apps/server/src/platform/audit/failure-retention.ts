import { after, day, hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { timestamptz } from '../db/timestamptz.ts'
import { clearAccountDetails } from '../events/erase-events.ts'
import { type NightlyTask } from '../timers/nightly-timer.ts'

/** Refused attempts are kept this long: they name accounts and addresses, and an attack is looked into before. */
export const failureRetentionMs = 90 * day
/** Users see the security events of their account for this long. */
export const accountEventRetentionMs = 365 * day
const accountActions = 'account.%'
/** Rows that one transaction deletes or clears at most; the rest follow a minute later. */
const maxDeletedRows = 20_000

/**
 * Makes the task that deletes from the audit log the refused attempts older than 90 days and the security events of
 * accounts older than a year, of whose domain events it keeps only the ids. What users did besides is kept. `actions` are
 * those that `failureLog` writes.
 */
export function deleteOldFailuresNightly(actions: readonly string[]): NightlyTask {
  return {
    kind: 'audit.delete-old-failures',
    subject: { kind: 'audit-log', id: 'failures' },
    // After the nightly check of the ledger.
    timeOfDayMs: 3.5 * hour,
    async run({ tx, deps }) {
      const now = deps.clock.now()
      const { numAffectedRows = 0n } = await sql`
        delete from audit_log where id in (
          select id from audit_log
          where action = any(${[...actions]}) and at < ${timestamptz(after(now, -failureRetentionMs))}
            or action like ${accountActions} and at < ${timestamptz(after(now, -accountEventRetentionMs))}
          limit ${sql.lit(maxDeletedRows)})`.execute(tx)
      if (numAffectedRows > 0n) deps.log.info({ rows: Number(numAffectedRows) }, 'old rows of the audit log deleted')
      const before = after(now, -accountEventRetentionMs)
      const cleared = await clearAccountDetails(tx, { before, limit: maxDeletedRows })
      if (cleared > 0) deps.log.info({ rows: cleared }, 'details of old account events cleared')
      return Math.max(Number(numAffectedRows), cleared) < maxDeletedRows ? 'done' : 'more'
    },
  }
}
