import { type AssetKind } from '../../assets/acceptance-limits.ts'
import { type MessageAction } from './message.ts'
import { type OrderedBatch, takeInOrder } from './ordered-entries.ts'

/** An asset attached to a message. */
export type MessageAttachment = {
  readonly id: string
  readonly name: string
  readonly kind: AssetKind
  readonly bytes: number
  readonly thumbnail: string | null
}

/** A message in a client's copy of the conversation. Times are ISO strings from the wire. */
export type TimelineMessage = {
  readonly id: string
  readonly seq: number
  readonly clientId: string | null
  readonly by: string
  readonly text: string
  /** Absent if nothing is attached. */
  readonly attachments?: readonly MessageAttachment[] | undefined
  readonly replyTo: string | null
  readonly at: string
  readonly editedAt: string | null
  readonly deletedAt: string | null
  /** What the viewer may do with it, as the server says; nothing once it is deleted. */
  readonly actions: readonly MessageAction[]
}

/** One entry of a conversation's stream. */
export type TimelineEntry = { readonly seq: number } & (
  | { readonly kind: 'sent'; readonly message: TimelineMessage }
  | { readonly kind: 'edited'; readonly id: string; readonly text: string; readonly at: string }
  | { readonly kind: 'deleted'; readonly id: string; readonly at: string }
)

/** A client's copy of a conversation: everything up to `cursor`, messages in ascending seq. */
export type MessageTimeline = { readonly cursor: number; readonly messages: readonly TimelineMessage[] }

export const emptyMessageTimeline: MessageTimeline = { cursor: 0, messages: [] }

/**
 * Applies entries in order and reports whether something is missing after the cursor. Returns the same object if
 * nothing applies.
 */
export function applyEntries(
  timeline: MessageTimeline,
  incoming: readonly TimelineEntry[],
): { readonly timeline: MessageTimeline; readonly gap: boolean } {
  const { entries, cursor, gap }: OrderedBatch<TimelineEntry> = takeInOrder(timeline.cursor, incoming)
  if (entries.length === 0) return { timeline, gap }
  return { timeline: { cursor, messages: entries.reduce(applyEntry, timeline.messages) }, gap }
}

function applyEntry(messages: readonly TimelineMessage[], entry: TimelineEntry): readonly TimelineMessage[] {
  switch (entry.kind) {
    case 'sent':
      return [...messages, entry.message]
    case 'edited':
      return messages.map((message) =>
        message.id === entry.id ? { ...message, text: entry.text, editedAt: entry.at } : message,
      )
    case 'deleted':
      return messages.map((message) =>
        message.id === entry.id
          ? { ...message, text: '', attachments: undefined, deletedAt: entry.at, actions: [] }
          : message,
      )
  }
}

/** Counts the messages of others after the read cursor that are not deleted. */
export function countUnread(
  messages: readonly Pick<TimelineMessage, 'seq' | 'by' | 'deletedAt'>[],
  me: string,
  read: number,
): number {
  return messages.filter((message) => message.seq > read && message.by !== me && message.deletedAt === null).length
}

/** Advances a read cursor; it never moves back or beyond the head. */
export function advanceReadCursor(read: number, requested: number, head: number): number {
  return Math.max(read, Math.min(requested, head))
}
