import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { type OutgoingItem } from './outbox.ts'

/** Messages of one person that follow each other within this many milliseconds stand together. */
const together = 5 * 60_000

export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: LoggedMessage; readonly begins: boolean }
  | { readonly kind: 'outgoing'; readonly key: string; readonly item: OutgoingItem; readonly begins: boolean }

/** The stretch of a log that its reader had not read when they came. */
export type News = { readonly after: number; readonly upTo: number }

export type RowsInput = {
  messages: readonly LoggedMessage[]
  outgoing: readonly OutgoingItem[]
  me: string | undefined
  /** What was new when the conversation was opened: after the one place, up to the other. */
  news: News
  /** The day a moment falls on, as the reader's clock has it. */
  dayOf: (iso: string) => string
}

/**
 * What stands in a thread, from the top: days, the place from which all is new, messages, and below them what has not
 * arrived yet. A message keeps the key that it was written under, from the outbox into the log.
 */
export function threadRows({ messages, outgoing, me, news, dayOf }: RowsInput): Row[] {
  const rows: Row[] = []
  const arrived = new Set(messages.map((message) => message.clientId))
  let former: { by: string | undefined; at: string; day: string } | undefined
  let divided = false

  function begin(by: string | undefined, at: string): boolean {
    const day = dayOf(at)
    const newDay = former?.day !== day
    if (newDay) rows.push({ kind: 'day', key: `day ${day}`, at })
    const begins = newDay || former?.by !== by || Date.parse(at) - Date.parse(former?.at ?? at) > together
    former = { by, at, day }
    return begins
  }

  for (const message of messages) {
    const isNew = message.seq > news.after && message.seq <= news.upTo
    const unread = !divided && isNew && message.by !== me && message.deletedAt === null
    const begins = begin(message.by, message.at)
    if (unread) {
      divided = true
      rows.push({ kind: 'unread', key: 'unread' })
    }
    rows.push({ kind: 'message', key: keyOf(message), message, begins: begins || unread })
  }
  for (const item of outgoing) {
    if (arrived.has(item.clientId)) continue
    const begins = begin(me, new Date(item.at).toISOString())
    rows.push({ kind: 'outgoing', key: item.clientId, item, begins })
  }
  return rows
}

/** Other people's client ids are theirs to choose; only one's own comes from the outbox. */
function keyOf(message: LoggedMessage): string {
  return message.clientId ?? message.id
}

/** For each of one's own messages that somebody has read and no later one of it: who. */
export function readMarks(
  messages: readonly LoggedMessage[],
  readBy: ReadonlyMap<string, number>,
  me: string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const marks = new Map<string, string[]>()
  const own = messages.filter((message) => message.by === me && message.deletedAt === null)
  for (const [person, seq] of readBy) {
    const last = own.findLast((message) => message.seq <= seq)
    if (last) marks.set(last.id, [...(marks.get(last.id) ?? []), person])
  }
  return marks
}
