import { after, day, hour, type Instant, instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'
import { timestamptz } from '../db/timestamptz.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { scheduleTimer, type TimerHandler, timerHandler } from '../timers/timers.ts'

const timerKind = 'audit.delete-old-failures'
/** Refused attempts are kept this long: they name accounts and addresses, and an attack is looked into before. */
export const failureRetentionMs = 90 * day
/** Users see the security events of their account for this long. */
export const accountEventRetentionMs = 365 * day
const accountActions = 'account.%'
/** After the nightly check of the ledger, at 03:30 UTC. */
const runAfterMidnightMs = 3.5 * hour
/** Rows that one transaction deletes at most; the rest follow a minute later. */
const maxDeletedRows = 20_000

/**
 * Makes the handler that every night deletes from the audit log the refused attempts older than 90 days and the security
 * events of accounts older than a year. What users did besides is kept. `actions` are those that `failureLog` writes.
 */
export function deleteOldFailuresNightly(actions: readonly string[]): TimerHandler {
  return timerHandler(timerKind, async ({ tx, deps }) => {
    const now = deps.clock.now()
    const { numAffectedRows = 0n } = await sql`
      delete from audit_log where id in (
        select id from audit_log
        where action = any(${[...actions]}) and at < ${timestamptz(after(now, -failureRetentionMs))}
          or action like ${accountActions} and at < ${timestamptz(after(now, -accountEventRetentionMs))}
        limit ${sql.lit(maxDeletedRows)})`.execute(tx)
    if (numAffectedRows > 0n) deps.log.info({ rows: Number(numAffectedRows) }, 'old rows of the audit log deleted')
    await scheduleAt(tx, numAffectedRows < BigInt(maxDeletedRows) ? nextNight(now) : after(now, minute))
  })
}

/** Schedules the next deletion unless one is scheduled. */
export async function scheduleFailureDeletion(deps: Deps): Promise<void> {
  await transact(deps, async (tx) => {
    const existing = await tx.selectFrom('timers').select('key').where('key', '=', timerKind).executeTakeFirst()
    if (!existing) await scheduleAt(tx, nextNight(deps.clock.now()))
  })
}

function nextNight(now: Instant): Instant {
  const tonight = Math.floor(now / day) * day + runAfterMidnightMs
  return instant(tonight > now ? tonight : tonight + day)
}

async function scheduleAt(tx: Tx, at: Instant): Promise<void> {
  await scheduleTimer(tx, { kind: timerKind, key: timerKind, subject: { kind: 'audit-log', id: 'failures' }, at })
}
