import { unreadCount } from '@veranda/contract/notifications/events.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { notificationEventNames, type Notification, notification } from '@veranda/contract/notifications/schemas.ts'
import { streamHeads } from '@veranda/contract/realtime/events.ts'
import { formatFor } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/language.ts'
import { on, onResume } from '../../lib/realtime.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { invalidateReads } from '../../lib/api/query.ts'
import { getUnreadCounts } from '../../lib/unread-counts.ts'
import { toasts } from '../../components/toasts.ts'
import { prependNotification } from './centre/notification-cache.ts'
import { onForeignVersion } from './centre/echo-suppression.ts'
import { shouldToast, toToast } from './delivery/toast.ts'

/** Returns whether the user is looking at this conversation. */
export type IsConversationVisible = (conversationId: string) => boolean

/**
 * Registers handlers that add each live notification to the lists and show a toast if the user wants one. Returns how
 * to remove them.
 */
export function registerNotificationEvents(isVisible: IsConversationVisible): () => void {
  const handleForeignVersion = onForeignVersion(() => void invalidateReads(listNotifications))
  const unsubscribers = [
    ...notificationEventNames.map((name) =>
      on(name, notification, (received) => handleNotification(received, isVisible)),
    ),
    on('stream:heads', streamHeads, ({ streams }) => {
      const userStream = streams.find(({ kind }) => kind === 'user')
      // The version of the count is its seq in the user's stream: something after it was missed.
      if (userStream && userStream.seq > getUnreadCounts().version) void invalidateReads(listNotifications)
    }),
    // Another tab or device changed something, or a notification arrived that is already in the list.
    on('unread_count', unreadCount, ({ version }) => handleForeignVersion(version)),
    onResume(() => void invalidateReads(listNotifications)),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

function handleNotification(received: Notification, isVisible: IsConversationVisible): void {
  prependNotification(received)
  if (!shouldToast(received, isVisible)) return
  const format = formatFor(currentLanguage(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  toasts.add(toToast(received, (iso) => format.relative(iso, serverNow())))
}
