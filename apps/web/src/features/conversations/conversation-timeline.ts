import { type ChatMessage, type MessageChanged, type MessageDeleted } from '@veranda/contract/conversations/events.ts'
import { type Message, type MessagePage } from '@veranda/contract/conversations/schemas.ts'
import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import {
  type TimelineEntry,
  type MessageTimeline,
  emptyMessageTimeline,
  type TimelineMessage,
  applyEntries,
} from '@veranda/core/conversations/messages/message-timeline.ts'

/** This browser's copy of one conversation. */
export type ConversationTimeline = {
  /** The newest messages, without a gap up to the cursor. */
  readonly tail: MessageTimeline
  /** True if there are messages before the tail. */
  readonly older: boolean
  /** Older messages that the user jumped to, while they do not meet the tail. */
  readonly history: { readonly messages: readonly TimelineMessage[]; readonly older: boolean } | null
  readonly users: ReadonlyMap<string, UserSummary>
  /** Read cursors of the other members. */
  readonly readBy: ReadonlyMap<string, number>
}

export const emptyTimeline: ConversationTimeline = {
  tail: emptyMessageTimeline,
  older: false,
  history: null,
  users: new Map(),
  readBy: new Map(),
}

export function visibleMessages(timeline: ConversationTimeline): readonly TimelineMessage[] {
  return timeline.history?.messages ?? timeline.tail.messages
}

export function hasOlder(timeline: ConversationTimeline): boolean {
  return timeline.history?.older ?? timeline.older
}

/** Replaces the tail by the newest page; live entries continue from its head. */
export function withNewestPage(timeline: ConversationTimeline, page: MessagePage): ConversationTimeline {
  // Messages written between reading the head and the page come again as entries.
  const messages = toTimelineMessages(page.items).filter((message) => message.seq <= page.head)
  return { ...withPageContext(timeline, page), tail: { cursor: page.head, messages }, older: page.older, history: null }
}

/** Adds the page before the first visible message. */
export function withOlderPage(timeline: ConversationTimeline, page: MessagePage): ConversationTimeline {
  const next = withPageContext(timeline, page)
  const messages = mergeMessages(toTimelineMessages(page.items), visibleMessages(timeline))
  if (timeline.history) return { ...next, history: { messages, older: page.older } }
  return { ...next, tail: { ...timeline.tail, messages }, older: page.older }
}

/** Adds a page around an older message; joins it to the tail where they meet. */
export function withPageAround(timeline: ConversationTimeline, page: MessagePage): ConversationTimeline {
  return joinToTail(withPageContext(timeline, page), toTimelineMessages(page.items), page)
}

/** Adds the page after the history. */
export function withNewerPage(timeline: ConversationTimeline, page: MessagePage): ConversationTimeline {
  if (!timeline.history) return timeline
  const messages = mergeMessages(timeline.history.messages, toTimelineMessages(page.items))
  return joinToTail(withPageContext(timeline, page), messages, { older: timeline.history.older, newer: page.newer })
}

function joinToTail(
  timeline: ConversationTimeline,
  messages: readonly TimelineMessage[],
  page: { older: boolean; newer: boolean },
): ConversationTimeline {
  const first = timeline.tail.messages[0]
  const last = messages.at(-1)
  const touches = !page.newer || (first !== undefined && last !== undefined && last.seq >= first.seq)
  if (!touches) return { ...timeline, history: { messages, older: page.older } }
  const upTo = messages.filter((message) => message.seq <= timeline.tail.cursor)
  return {
    ...timeline,
    tail: { ...timeline.tail, messages: mergeMessages(upTo, timeline.tail.messages) },
    older: page.older,
    history: null,
  }
}

/** Applies the entries that are next, in order. Returns the same object if nothing applies. */
export function withEntries(timeline: ConversationTimeline, entries: readonly TimelineEntry[]): ConversationTimeline {
  const before = timeline.tail.cursor
  const tail = applyEntries(timeline.tail, entries)
  if (tail === timeline.tail) return timeline
  const history = timeline.history && {
    ...timeline.history,
    messages: applyChanges(timeline.history.messages, entries, before, tail.cursor),
  }
  return { ...timeline, tail, history }
}

/** Applies edits and deletions to the history too; new messages go to the tail only. */
function applyChanges(
  messages: readonly TimelineMessage[],
  entries: readonly TimelineEntry[],
  after: number,
  upTo: number,
): readonly TimelineMessage[] {
  const changes = entries.filter((entry) => entry.kind !== 'sent' && entry.seq > after && entry.seq <= upTo)
  return changes.reduce(
    (all, entry) => applyEntries({ cursor: entry.seq - 1, messages: all }, [entry]).messages,
    messages,
  )
}

/** Applies the user's own edit or deletion before its entry arrives. */
export function withMessageChange(
  timeline: ConversationTimeline,
  id: string,
  change: Partial<TimelineMessage>,
): ConversationTimeline {
  const apply = (all: readonly TimelineMessage[]) =>
    all.map((message) => (message.id === id ? { ...message, ...change } : message))
  return {
    ...timeline,
    tail: { ...timeline.tail, messages: apply(timeline.tail.messages) },
    history: timeline.history && { ...timeline.history, messages: apply(timeline.history.messages) },
  }
}

/** Applies another member's read cursor, which never moves back. */
export function withReadCursor(timeline: ConversationTimeline, user: string, seq: number): ConversationTimeline {
  if (seq <= (timeline.readBy.get(user) ?? 0)) return timeline
  return { ...timeline, readBy: new Map(timeline.readBy).set(user, seq) }
}

export function withUser(timeline: ConversationTimeline, user: UserSummary): ConversationTimeline {
  if (timeline.users.has(user.id)) return timeline
  return { ...timeline, users: new Map(timeline.users).set(user.id, user) }
}

/** Converts a sent message to an entry for the viewer, with the actions that the event names for them. */
export function toSentEntry(event: ChatMessage, viewerId: string | undefined): TimelineEntry {
  const { id, seq, clientId, replyTo, attachments } = event
  const message = {
    id,
    seq,
    clientId,
    replyTo,
    attachments,
    by: event.userId,
    text: event.message,
    at: event.timestamp,
    actions: event.userId === viewerId ? event.actions.author : event.actions.others,
  }
  return { kind: 'sent', seq, message: { ...message, editedAt: null, deletedAt: null } }
}

export function toEditedEntry({ seq, id, message, editedAt }: MessageChanged): TimelineEntry {
  return { kind: 'edited', seq, id, text: message, at: editedAt }
}

export function toDeletedEntry({ seq, id, deletedAt }: MessageDeleted): TimelineEntry {
  return { kind: 'deleted', seq, id, at: deletedAt }
}

export function toTimelineMessages(items: readonly Message[]): TimelineMessage[] {
  return items.map(({ id, seq, clientId, by, text, attachments, replyTo, at, editedAt, deletedAt, actions }) => {
    return { id, seq, clientId, by: by.id, text, attachments, replyTo, at, editedAt, deletedAt, actions }
  })
}

/** Merges two ranges in order, each message once; the second wins. */
export function mergeMessages(
  first: readonly TimelineMessage[],
  second: readonly TimelineMessage[],
): TimelineMessage[] {
  const all = new Map([...first, ...second].map((message) => [message.id, message]))
  return [...all.values()].toSorted((a, b) => a.seq - b.seq)
}

function withPageContext(timeline: ConversationTimeline, page: MessagePage): ConversationTimeline {
  const users = new Map(timeline.users)
  for (const { by } of page.items) users.set(by.id, by)
  const readBy = new Map(timeline.readBy)
  for (const { userId, seq } of page.readBy) readBy.set(userId, Math.max(seq, readBy.get(userId) ?? 0))
  return { ...timeline, users, readBy }
}
