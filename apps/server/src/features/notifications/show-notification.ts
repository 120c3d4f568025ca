import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { decimalsOf, isCurrency } from '@veranda/core/money/money.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sentenceFor } from '../../say.ts'
import { fileAddress } from '../../files/address.ts'
import { type NotificationRow } from './rows.ts'

type Params = Record<string, string | number>

/** A notification as it goes over the wire, its title and text in the language of the person it is for. */
export function showNotification(row: NotificationRow): Notification {
  const params = spokenParams(row)
  return {
    _id: row.id,
    type: row.type,
    title: said(`${row.key}.title`, params, row.language),
    message: said(`${row.key}.text`, params, row.language),
    createdAt: toIso(row.created_at),
    read: row.read_at !== null,
    sender:
      row.sender_id === null || row.sender_name === null
        ? null
        : { id: row.sender_id, name: row.sender_name, avatar: fileAddress(row.sender_avatar_file) },
    priority: row.priority,
    data: row.data,
  }
}

/** A key without words shows itself, so that the gap is seen. */
function said(key: string, params: Params, language: string): string {
  return sentenceFor('notifications', key, params, language) ?? key
}

/** The stored parameters with the names of people and projects as they are now, and amounts as money. */
function spokenParams(row: NotificationRow): Params {
  const { amount, currency } = row.params
  return {
    ...row.params,
    sender: row.sender_name ?? '',
    project: row.project_title ?? '',
    ...spokenTimes(row),
    ...(typeof amount === 'number' && typeof currency === 'string'
      ? { amount: spokenMoney(amount, currency, row.language) }
      : {}),
  }
}

/** Making one costs more than all else of a row, so each language and zone has its own, a few hundred at most. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clocksKept = 500

function clockOf(language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const known = clocks.get(key)
  if (known) return known
  if (clocks.size >= clocksKept) clocks.clear()
  const clock = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
    numberingSystem: 'latn',
  })
  clocks.set(key, clock)
  return clock
}

/** Moments on the clock of the person it is for, in their language; of several, with spaces between, each. */
function spokenTimes({ params, language, time_zone: timeZone }: NotificationRow): Params {
  const spoken: Params = {}
  for (const name of ['time', 'oldTime', 'newTime', 'until']) {
    const at = params[name]
    if (typeof at !== 'string') continue
    const each = at.split(' ').map((moment) => clockOf(language, timeZone).format(new Date(moment)))
    // Each has commas of its own.
    spoken[name] = each.join(' · ')
  }
  return spoken
}

/** An amount of minor units as people of that language write it; Latin digits everywhere. */
function spokenMoney(amount: number, currency: string, language: string): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2
  return new Intl.NumberFormat(language, { style: 'currency', currency, numberingSystem: 'latn' }).format(
    amount / 10 ** decimals,
  )
}
