import { type Tx } from '../../db/database.ts'
import { appendToStream } from '../../log/stream.ts'
import { standingNotifications } from './rows.ts'
import { showNotification } from './show-notification.ts'
import { tellCounts } from './unread-counts.ts'

/**
 * Tells the person's sockets of a stored notification under its live name, then what is unread now. `data.toast` says
 * whether the person wishes to see it pop up at this moment.
 */
export async function tellNotification(tx: Tx, personId: string, id: string, toast: boolean): Promise<void> {
  const row = await standingNotifications(tx, personId).where('n.id', '=', id).executeTakeFirstOrThrow()
  const shown = showNotification(row)
  await appendToStream(tx, { kind: 'person', id: personId }, row.live_name, {
    ...shown,
    data: { ...shown.data, toast },
  })
  await tellCounts(tx, personId)
}
