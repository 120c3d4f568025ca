import { after, day, hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { timestamptz } from '../db/timestamptz.ts'
import { type Deps } from '../deps.ts'
import { clearAccountDetails } from '../events/erase-events.ts'
import { nightlyTimer, scheduleNightly } from '../timers/nightly-timer.ts'
import { type TimerHandler } from '../timers/timers.ts'

/** Refused attempts are kept this long: they name accounts and addresses, and an attack is looked into before. */
export const failureRetentionMs = 90 * day
/** Users see the security events of their account for this long. */
export const accountEventRetentionMs = 365 * day
const accountActions = 'account.%'
/** Rows that one transaction deletes or clears at most; the rest follow a minute later. */
const maxDeletedRows = 20_000
// After the nightly check of the ledger.
const schedule = {
  kind: 'audit.delete-old-failures',
  subject: { kind: 'audit-log', id: 'failures' },
  timeOfDayMs: 3.5 * hour,
}

/**
 * Makes the handler that every night deletes from the audit log the refused attempts older than 90 days and the security
 * events of accounts older than a year, of whose domain events only the ids stay. What users did besides is kept. `actions` are those that `failureLog` writes.
 */
export function deleteOldFailuresNightly(actions: readonly string[]): TimerHandler {
  return nightlyTimer({
    ...schedule,
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
  })
}

/** Schedules the next deletion unless one is scheduled. */
export const scheduleFailureDeletion = (deps: Deps): Promise<void> => scheduleNightly(deps, schedule)
