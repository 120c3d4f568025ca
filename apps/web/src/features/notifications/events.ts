import { notificationEvents, preferencesChanged, unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import { listNotifications, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { formatFor } from '../../lib/i18n/format.ts'
import { currentLanguage } from '../../lib/i18n/language.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { serverNow } from '../../lib/realtime/server-clock.ts'
import { invalidateReads } from '../../lib/api/query.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { applyUnreadCounts } from '../../lib/realtime/unread-counts.ts'
import { toasts } from '../../components/toasts.ts'
import { prependNotification } from './centre/notification-cache.ts'
import { onForeignVersion } from './centre/echo-suppression.ts'
import { noteArrival, readOpenPages, registerPageReading } from './centre/read-open-pages.ts'
import { actionPath, shouldToast, toToast } from './delivery/toast.ts'
import { isPushOnHere } from './push/push-mark.ts'
import { isSavingPreferences } from './preferences/save-preferences.ts'

/** Returns whether the user is looking at this conversation. */
export type IsConversationVisible = (conversationId: string) => boolean

/**
 * Registers handlers that add each live notification to the lists and show a toast if the user wants one. A
 * notification refreshes nothing else: every other screen follows the change events.
 */
export function registerNotificationEvents(isVisible: IsConversationVisible): void {
  registerPageReading()
  if (isPushOnHere()) startPush()
  const handleForeignVersion = onForeignVersion(() => void invalidateReads(listNotifications))
  for (const event of notificationEvents) {
    on(event, (received, { replayed }) => {
      prependNotification(received)
      // What was missed is in the list; a row of toasts about it would be late.
      if (!replayed && shouldToast(received, isVisible)) showToast(received)
      noteArrival(actionPath(received))
    })
  }
  on(unreadCountChanged, (counts) => {
    applyUnreadCounts(counts)
    readOpenPages()
    // Another tab or device changed something, or a notification arrived that is already in the list.
    handleForeignVersion(counts.version)
  })
  on(preferencesChanged, () => {
    // The reply of this tab's last save carries what other tabs saved meanwhile.
    if (!isSavingPreferences()) invalidateOnEvent(readPreferences)
  })
  onResync(() => invalidateOnEvent(listNotifications, readPreferences))
}

/** Loads what push needs, and checks the subscription; nothing of it is loaded where push is off. */
function startPush(): void {
  import('./push/keep-push.ts').then(
    ({ keepPush, checkPush }) => {
      keepPush()
      void checkPush()
    },
    (error: unknown) => console.warn('push failed to load', error),
  )
}

function showToast(received: Notification): void {
  const format = formatFor(currentLanguage(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  toasts.add(toToast(received, (iso) => format.relative(iso, serverNow())))
}
