import { type AssetKind } from '../../assets/acceptance-limits.ts'
import { takeInOrder } from '../../ordered-entries.ts'
import { type MessageAction } from './message.ts'

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
  /** The steps that the viewer may take with it, as sent by the server; none once it is deleted. */
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

/** Applies the entries that are next, in order. Returns the same object if nothing applies. */
export function applyEntries(timeline: MessageTimeline, incoming: readonly TimelineEntry[]): MessageTimeline {
  const { entries, cursor } = takeInOrder(timeline.cursor, incoming)
  return entries.length === 0 ? timeline : { cursor, messages: entries.reduce(applyEntry, timeline.messages) }
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

/** Advances a read cursor; it never moves back or beyond the head. */
export function advanceReadCursor(read: number, requested: number, head: number): number {
  return Math.max(read, Math.min(requested, head))
}
