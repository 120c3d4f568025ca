import { after, day, toIso, type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { clearNotificationTexts } from '../../../platform/events/erase-events.ts'
import { timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'

/** Time during which a deleted notification can be restored. */
export const restoreWindowMs = 30 * day

const purgeTimerKind = 'notifications.purge'

/** Schedules one purge timer for everything that a user deletes on one day. */
export async function schedulePurge(tx: Tx, userId: string, now: Instant): Promise<void> {
  await scheduleTimer(tx, {
    kind: purgeTimerKind,
    subject: { kind: 'user', id: userId },
    at: after(now, restoreWindowMs),
    key: `${purgeTimerKind}:${userId}:${toIso(now).slice(0, 10)}`,
  })
}

/** Purges the notifications that a user deleted before the restore window, and their texts from the user's stream. */
export const purgeDeletedNotifications = timerHandler(purgeTimerKind, async ({ tx, timer }) => {
  const purged = await tx
    .deleteFrom('notifications')
    .where('user_id', '=', timer.subject.id)
    .where('deleted_at', '<=', timestamptz(after(timer.at, -restoreWindowMs)))
    .returning(['id', 'user_id'])
    .execute()
  await clearNotificationTexts(tx, purged)
})
