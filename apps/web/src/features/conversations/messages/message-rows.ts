import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { type OutgoingMessage } from './send-queue.ts'

/** Messages of one user that follow each other within this time are grouped. */
const groupWindowMs = 5 * 60_000

export type MessageListRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: TimelineMessage; readonly startsGroup: boolean }
  | { readonly kind: 'outgoing'; readonly key: string; readonly item: OutgoingMessage; readonly startsGroup: boolean }

/** The range of a stream that was unread when the conversation was opened. */
export type UnreadRange = { readonly after: number; readonly upTo: number }

export type MessageRowsInput = {
  messages: readonly TimelineMessage[]
  outgoing: readonly OutgoingMessage[]
  me: string | undefined
  /** The messages that were unread when the conversation was opened: after `after`, up to `upTo`. */
  unreadRange: UnreadRange
  /** Returns the day of a time in the user's zone. */
  dayOf: (iso: string) => string
}

/**
 * Builds the rows of a conversation from the top: dates, the unread divider, messages, and unsent messages at the end.
 * A message keeps its key from the send queue to the timeline.
 */
export function buildMessageRows({ messages, outgoing, me, unreadRange, dayOf }: MessageRowsInput): MessageListRow[] {
  const rows: MessageListRow[] = []
  const deliveredIds = new Set(messages.map((message) => message.clientId))
  let previous: { by: string | undefined; at: string; day: string } | undefined
  let dividerShown = false

  function startRow(by: string | undefined, at: string): boolean {
    const day = dayOf(at)
    const newDay = previous?.day !== day
    if (newDay) rows.push({ kind: 'day', key: `day ${day}`, at })
    const startsGroup = newDay || previous?.by !== by || Date.parse(at) - Date.parse(previous?.at ?? at) > groupWindowMs
    previous = { by, at, day }
    return startsGroup
  }

  for (const message of messages) {
    const isNew = message.seq > unreadRange.after && message.seq <= unreadRange.upTo
    const unread = !dividerShown && isNew && message.by !== me && message.deletedAt === null
    const startsGroup = startRow(message.by, message.at)
    if (unread) {
      dividerShown = true
      rows.push({ kind: 'unread', key: 'unread' })
    }
    rows.push({ kind: 'message', key: rowKey(message), message, startsGroup: startsGroup || unread })
  }
  for (const item of outgoing) {
    if (deliveredIds.has(item.clientId)) continue
    const startsGroup = startRow(me, new Date(item.createdAtMs).toISOString())
    rows.push({ kind: 'outgoing', key: item.clientId, item, startsGroup })
  }
  return rows
}

/** Returns the key of a row. Client ids of other users may collide; only one's own come from the send queue. */
function rowKey(message: TimelineMessage): string {
  return message.clientId ?? message.id
}

/** Returns, for each of the user's messages, the members whose read cursor ends there. */
export function readReceipts(
  messages: readonly TimelineMessage[],
  readBy: ReadonlyMap<string, number>,
  me: string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const receipts = new Map<string, string[]>()
  const mine = messages.filter((message) => message.by === me && message.deletedAt === null)
  for (const [userId, seq] of readBy) {
    const last = mine.findLast((message) => message.seq <= seq)
    if (last) receipts.set(last.id, [...(receipts.get(last.id) ?? []), userId])
  }
  return receipts
}
