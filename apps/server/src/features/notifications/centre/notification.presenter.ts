import { formatLocale, keepSign } from '@veranda/i18n/format-locale.ts'
import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { decimalsOf, isCurrency } from '@veranda/core/money/money.ts'
import { fromIso, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { nameInLanguage } from '../../../platform/access/name-in-language.ts'
import { findMessage } from '../../../platform/i18n.ts'
import { avatarUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { type NotificationRow } from './notification.repository.ts'

type Params = Record<string, string | number>

/** Keys of stored notifications that no event makes any more, with those whose texts they have now. */
const formerKeys: Readonly<Record<string, string>> = { 'pin.change-requested': 'pin.added' }

/** Texts of a reminder once what it reminded of has begun. */
const pastReminderKey = 'booking.reminded.over'

/** Converts a row to a notification DTO, with title and text as they are read `now`, or as they were sent. */
export function toNotificationDto(row: NotificationRow, now?: Instant): Notification {
  return {
    _id: row.id,
    type: row.type,
    ...toNotificationTexts(row, now),
    createdAt: toIso(row.created_at),
    read: row.read_at !== null,
    sender:
      row.sender_id === null || row.sender_name === null
        ? null
        : {
            id: row.sender_id,
            name: nameInLanguage(row.sender_name, row.language),
            avatar: avatarUrl(row.sender_avatar_file),
          },
    priority: row.priority,
    data: row.data,
  }
}

/** The parts of a notification that its texts are made of. */
export type NotificationFacts = Pick<
  NotificationRow,
  'key' | 'params' | 'language' | 'time_zone' | 'sender_name' | 'project_title'
>

/**
 * Returns title and text of a notification in the recipient's language. Read `now`, a reminder of what has begun no
 * longer says that it will; without it, the texts are those that were sent.
 */
export function toNotificationTexts(row: NotificationFacts, now?: Instant): Pick<Notification, 'title' | 'message'> {
  const params = formatParams(row)
  const key = isPastReminder(row, now) ? pastReminderKey : (formerKeys[row.key] ?? row.key)
  return {
    title: translateOrKey(`${key}.title`, params, row.language),
    message: translateOrKey(`${key}.text`, params, row.language),
  }
}

function isPastReminder({ key, params }: NotificationFacts, now: Instant | undefined): boolean {
  if (now === undefined || !key.startsWith('booking.reminded.')) return false
  const startsAt = fromIso(String(params['time']))
  return startsAt !== undefined && startsAt <= now
}

/** Translates a key; returns the key itself if the catalogue lacks it, so that the gap is seen. */
function translateOrKey(key: string, params: Params, language: string): string {
  return findMessage('notifications', key, params, language) ?? key
}

/** Returns the stored parameters with current names of users and projects, and with formatted times and amounts. */
function formatParams(row: NotificationFacts): Params {
  const { amount, currency } = row.params
  return {
    ...row.params,
    sender: nameInLanguage(row.sender_name ?? '', row.language),
    project: row.project_title ?? '',
    ...formatTimes(row),
    ...(typeof amount === 'number' && typeof currency === 'string'
      ? { amount: formatMoney(amount, currency, row.language) }
      : {}),
  }
}

/** Cache of formatters by language and time zone; creating one costs more than the rest of a row. */
const dateTimeFormats = new Map<string, Intl.DateTimeFormat>()
const maxDateTimeFormats = 500

function dateTimeFormatFor(language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const cached = dateTimeFormats.get(key)
  if (cached) return cached
  if (dateTimeFormats.size >= maxDateTimeFormats) dateTimeFormats.clear()
  const format = new Intl.DateTimeFormat(formatLocale(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
    numberingSystem: 'latn',
  })
  dateTimeFormats.set(key, format)
  return format
}

/** Formats times in the recipient's zone and language; a parameter may hold several, separated by spaces. */
function formatTimes({ params, language, time_zone: timeZone }: NotificationFacts): Params {
  const formatted: Params = {}
  for (const name of ['time', 'oldTime', 'newTime', 'until']) {
    const at = params[name]
    if (typeof at !== 'string') continue
    const parts = at.split(' ').map((iso) => dateTimeFormatFor(language, timeZone).format(new Date(iso)))
    // Each formatted time contains commas.
    formatted[name] = parts.join(' · ')
  }
  return formatted
}

/** Formats an amount of minor units in the language, always with Latin digits. */
function formatMoney(amount: number, currency: string, language: string): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2
  const format = new Intl.NumberFormat(formatLocale(language), { style: 'currency', currency })
  return keepSign(format.format(amount / 10 ** decimals), language)
}
