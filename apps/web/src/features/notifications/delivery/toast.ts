import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { truncateText } from '@veranda/core/text.ts'
import { type Toast } from '@veranda/ui/toast-queue.ts'
import { type Tone } from '@veranda/ui/tone.ts'
import { toastTimeoutMs } from '../../../lib/build-settings.ts'
import { isTabFocused, openPages } from '../../../lib/realtime/open-pages.ts'

export const toneByPriority: Record<Notification['priority'], Tone> = {
  urgent: 'error',
  high: 'warning',
  medium: 'info',
  low: 'success',
}

/** Converts a notification to a toast: its text, how long ago, and the link. A message is previewed with 50 characters. */
export function toToast(notification: Notification, formatAgo: (iso: string) => string): Toast {
  const { _id, title, message, priority, createdAt, type } = notification
  const href = actionPath(notification)
  return {
    key: _id,
    title,
    text: type === 'message' ? truncateText(message) : message,
    suffix: formatAgo(createdAt),
    tone: toneByPriority[priority],
    urgent: priority === 'urgent',
    timeoutMs: toastTimeoutMs,
    ...(href === undefined ? {} : { href }),
  }
}

/** Returns the path of its action; only for our own paths. */
export function actionPath({ data }: Notification): string | undefined {
  const path = data.actionUrl ?? data.joinUrl
  return path?.startsWith('/') && !path.startsWith('//') ? path : undefined
}

/**
 * Returns whether to show a toast: the server has applied the user's preferences, and the user is looking neither at the
 * conversation nor at the page that it leads to.
 */
export function shouldToast(notification: Notification, isVisible: (conversationId: string) => boolean): boolean {
  const { data } = notification
  if (data['toast'] !== true) return false
  if (data.conversationId !== undefined) return !isVisible(data.conversationId)
  const path = actionPath(notification)
  return path === undefined || !openPages.get().includes(path) || !isTabFocused()
}
