import { after, day, toIso, type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { moment } from '../../db/moment.ts'
import { onDue, scheduleDue } from '../../due/due.ts'

/** Deleted notifications can be brought back for so long; then they are gone. */
export const keptAfterDelete = 30 * day

const kind = 'notifications.purge'

/** One timer for all that somebody deletes on one day. */
export async function schedulePurge(tx: Tx, personId: string, now: Instant): Promise<void> {
  await scheduleDue(tx, {
    kind,
    subject: { kind: 'person', id: personId },
    at: after(now, keptAfterDelete),
    key: `${kind}:${personId}:${toIso(now).slice(0, 10)}`,
  })
}

/** Removes for good what somebody deleted long enough ago. */
export const purgeDeleted = onDue(kind, async ({ tx, due }) => {
  await tx
    .deleteFrom('notifications')
    .where('person_id', '=', due.subject.id)
    .where('deleted_at', '<=', moment(after(due.at, -keptAfterDelete)))
    .execute()
})
