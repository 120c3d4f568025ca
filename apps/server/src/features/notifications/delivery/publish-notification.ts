import { notificationEventNamed } from '@veranda/contract/notifications/events.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { appendToStream } from '../../../platform/events/streams.ts'
import { selectUndeletedNotifications } from '../centre/notification.repository.ts'
import { toNotificationDto } from '../centre/notification.presenter.ts'
import { publishUnreadCounts } from '../centre/unread-counts.ts'

/**
 * Publishes a stored notification to the user's sockets under its event name, then the unread counts. `data.toast` says
 * whether to show a toast now.
 */
export async function publishNotification(tx: Tx, userId: string, id: string, toast: boolean): Promise<void> {
  const row = await selectUndeletedNotifications(tx, userId).where('n.id', '=', id).executeTakeFirstOrThrow()
  const dto = toNotificationDto(row)
  await appendToStream(tx, { kind: 'user', id: userId }, notificationEventNamed(row.event_name), {
    ...dto,
    data: { ...dto.data, toast },
  })
  await publishUnreadCounts(tx, userId)
}
