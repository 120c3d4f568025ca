import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { preview } from '@veranda/core/text.ts'
import { type Notice } from '@veranda/ui/notice-queue.ts'
import { type Tone } from '@veranda/ui/tone.ts'

export const toneOf: Record<Notification['priority'], Tone> = {
  urgent: 'error',
  high: 'warning',
  medium: 'info',
  low: 'success',
}

/** How a notification pops up: its text in 50 characters, how long ago, and where it leads. */
export function toastOf(notification: Notification, ago: (iso: string) => string): Notice {
  const { _id, title, message, priority, createdAt } = notification
  const href = actionOf(notification)
  return {
    key: _id,
    title,
    text: `${preview(message)} · ${ago(createdAt)}`,
    tone: toneOf[priority],
    urgent: priority === 'urgent',
    timeout: 5000,
    ...(href === undefined ? {} : { href }),
  }
}

/** Where its action leads; our own paths only. */
export function actionOf({ data }: Notification): string | undefined {
  const path = data.actionUrl ?? data.joinUrl
  return path?.startsWith('/') && !path.startsWith('//') ? path : undefined
}

/** Whether it pops up: the server has decided by the person's preferences, and nobody is told of what they look at. */
export function popsUp({ data }: Notification, isInSight: (conversationId: string) => boolean): boolean {
  if (data['toast'] !== true) return false
  return data.conversationId === undefined || !isInSight(data.conversationId)
}
