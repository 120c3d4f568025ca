import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { truncateText } from '@veranda/core/text.ts'
import { type Toast } from '@veranda/ui/toast-queue.ts'
import { type Tone } from '@veranda/ui/tone.ts'

export const toneByPriority: Record<Notification['priority'], Tone> = {
  urgent: 'error',
  high: 'warning',
  medium: 'info',
  low: 'success',
}

/** Converts a notification to a toast: a preview of 50 characters, how long ago, and the link. */
export function toToast(notification: Notification, formatAgo: (iso: string) => string): Toast {
  const { _id, title, message, priority, createdAt } = notification
  const href = actionPath(notification)
  return {
    key: _id,
    title,
    text: `${truncateText(message)} · ${formatAgo(createdAt)}`,
    tone: toneByPriority[priority],
    urgent: priority === 'urgent',
    timeoutMs: 5000,
    ...(href === undefined ? {} : { href }),
  }
}

/** Returns the path of its action; only for our own paths. */
export function actionPath({ data }: Notification): string | undefined {
  const path = data.actionUrl ?? data.joinUrl
  return path?.startsWith('/') && !path.startsWith('//') ? path : undefined
}

/**
 * Returns whether to show a toast: the server has applied the user's preferences, and the conversation is not visible.
 */
export function shouldToast({ data }: Notification, isVisible: (conversationId: string) => boolean): boolean {
  if (data['toast'] !== true) return false
  return data.conversationId === undefined || !isVisible(data.conversationId)
}
