import { type Language } from '@veranda/contract/shared-schemas.ts'
import { maxPushPayloadBytes, type PushPayload } from '@veranda/contract/notifications/push-payload.ts'
import {
  mergedPushDelivery,
  type PushDelivery,
  pushDeliveryOf,
  pushTopicOf,
} from '@veranda/core/notifications/delivery/push-delivery.ts'
import { truncateText } from '@veranda/core/text.ts'
import { fromIso, type Instant } from '@veranda/core/time/instant.ts'
import { hash } from 'node:crypto'
import { t } from '../../../platform/i18n.ts'
import { toNotificationTexts } from '../centre/notification.presenter.ts'
import { type NotificationRow } from '../centre/notification.repository.ts'

/** Graphemes of a title and of a body. A device shows fewer; the rest is a press away. */
const maxTitleGraphemes = 120
const maxBodyGraphemes = 400
/** Titles that a push of several notifications lists. */
const maxListedTitles = 4
/** The longest topic that push services take, in characters. */
const maxTopicCharacters = 32

/** The payload for the device, and its treatment by the push service. */
export type PushContent = { readonly payload: PushPayload; readonly delivery: PushDelivery; readonly topic: string }

/** Returns the notifications that are worth a push `now`: without reminders of what has begun. */
export function withoutPastReminders(rows: readonly NotificationRow[], now: Instant): NotificationRow[] {
  return rows.filter((row) => deliveryOf(row, now) !== undefined)
}

/** Makes one push of one or several notifications, oldest first, in the reader's language. Undefined for none. */
export function makePushContent(
  rows: readonly NotificationRow[],
  { userId, unread, now }: { userId: string; unread: number; now: Instant },
): PushContent | undefined {
  const newest = rows.at(-1)
  if (!newest) return undefined
  // The column holds one of the product's languages.
  const language = newest.language as Language
  if (rows.length === 1) {
    const delivery = deliveryOf(newest, now)
    if (!delivery) return undefined
    const { title, message } = toNotificationTexts(newest, now)
    const topic = makeTopic(userId, pushTopicOf(newest.data) ?? newest.id)
    const payload = fit({ title, body: message, language, tag: topic, path: pathOf(newest), unread })
    return { payload, delivery, topic }
  }
  const titles = rows.toReversed().map((row) => toNotificationTexts(row, now).title)
  const topic = makeTopic(userId, 'several')
  const title = t('notifications', 'push.several.title', { count: rows.length }, language)
  const body = titles.slice(0, maxListedTitles).join('\n')
  const payload = fit({ title, body, language, tag: topic, path: '/notifications', unread })
  return { payload, delivery: mergedPushDelivery, topic }
}

function deliveryOf({ type, priority, data }: NotificationRow, now: Instant): PushDelivery | undefined {
  const startsAt = type === 'appointment_reminder' && data.time !== undefined ? fromIso(data.time) : undefined
  return pushDeliveryOf({ type, priority, startsAt }, now)
}

function pathOf({ data }: NotificationRow): string {
  return data.actionUrl ?? data.joinUrl ?? '/notifications'
}

/** Hashes what a push is about for its user: the push service sees it, and learns neither an id nor who shares one. */
function makeTopic(userId: string, about: string): string {
  return hash('sha256', `${userId} ${about}`, 'base64url').slice(0, maxTopicCharacters)
}

/** Shortens the texts until the payload fits: a script may take four bytes for a letter. */
function fit(payload: PushPayload): PushPayload {
  let shortened = {
    ...payload,
    title: truncateText(payload.title, maxTitleGraphemes),
    body: truncateText(payload.body, maxBodyGraphemes),
  }
  for (let limit = maxBodyGraphemes; sizeOf(shortened) > maxPushPayloadBytes && limit > 0; limit = limit >> 1) {
    const titleLimit = Math.min(limit, maxTitleGraphemes)
    shortened = {
      ...payload,
      title: truncateText(payload.title, titleLimit),
      body: truncateText(payload.body, limit >> 1),
    }
  }
  return shortened
}

function sizeOf(payload: PushPayload): number {
  return Buffer.byteLength(JSON.stringify(payload))
}
