import { after, hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { accountEventRetentionMs } from '../../../platform/audit/failure-retention.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { clearNotificationTexts } from '../../../platform/events/erase-events.ts'
import { type NightlyTask } from '../../../platform/timers/nightly-timer.ts'
import { publishUnreadCounts } from './unread-counts.ts'

/** Notifications that one transaction deletes at most; the rest follow a minute later. */
const maxDeletedNotifications = 1_000

/**
 * Deletes every night the notifications about users' own accounts, and what was sent of them, once they are as old as the
 * security events that go.
 */
export const deleteAccountNotifications: NightlyTask = {
  kind: 'notifications.delete-account-notifications',
  subject: { kind: 'notifications', id: 'account' },
  // After the audit log.
  timeOfDayMs: 3.75 * hour,
  async run({ tx, deps }) {
    const limit = timestamptz(after(deps.clock.now(), -accountEventRetentionMs))
    const { rows } = await sql<{ id: string; user_id: string; counted: boolean }>`
      delete from notifications where id in (
        select id from notifications where key like 'account.%' and created_at < ${limit}
        limit ${sql.lit(maxDeletedNotifications)})
      returning id, user_id, read_at is null and deleted_at is null as counted`.execute(tx)
    await clearNotificationTexts(tx, rows)
    const recounted = new Set(rows.filter(({ counted }) => counted).map((row) => row.user_id))
    // In the order of the ids, because each locks a stream.
    for (const userId of [...recounted].toSorted()) await publishUnreadCounts(tx, userId)
    if (rows.length > 0) deps.log.info({ rows: rows.length }, 'old notifications about accounts deleted')
    return rows.length < maxDeletedNotifications ? 'done' : 'more'
  },
}
