import { unreadCount } from '@veranda/contract/notifications/live.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { liveNames, type Notification, notification } from '@veranda/contract/notifications/schemas.ts'
import { marks } from '@veranda/contract/streams/live.ts'
import { formatFor } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/language.ts'
import { on, onResume } from '../../lib/live.ts'
import { serverNow } from '../../lib/now.ts'
import { refresh } from '../../lib/query.ts'
import { unreadNow } from '../../lib/unread.ts'
import { toasts } from '../../parts/notices.ts'
import { prependNotification } from './notification-cache.ts'
import { whenElsewhere } from './own-writes.ts'
import { popsUp, toastOf } from './toast.ts'

/** Whether the reader is looking at a conversation at this moment. */
export type IsInSight = (conversationId: string) => boolean

/** Every notification comes once under its live name: into the list, and on the screen if its reader wants that. */
export function wireNotificationsLive(isInSight: IsInSight): () => void {
  const elsewhere = whenElsewhere(() => void refresh(listNotifications))
  const offs = [
    ...liveNames.map((name) => on(name, notification, (told) => hear(told, isInSight))),
    on('marks', marks, ({ streams }) => {
      const mine = streams.find(({ kind }) => kind === 'person')
      // The count's version is its place in the person's log: something after it was missed.
      if (mine && mine.seq > unreadNow().version) void refresh(listNotifications)
    }),
    // Another tab or device marked, deleted or brought back; or something came, which is in the list already.
    on('unread_count', unreadCount, ({ version }) => elsewhere(version)),
    onResume(() => void refresh(listNotifications)),
  ]
  return () => {
    for (const off of offs) off()
  }
}

function hear(told: Notification, isInSight: IsInSight): void {
  prependNotification(told)
  if (!popsUp(told, isInSight)) return
  const format = formatFor(currentLanguage(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  toasts.add(toastOf(told, (iso) => format.relative(iso, serverNow())))
}
