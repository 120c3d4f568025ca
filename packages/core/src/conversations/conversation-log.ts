import { type WorkKind } from '../works/limits.ts'
import { type Taken, takeEntries } from './sequenced-log.ts'

/** A work that came with a message, as a list shows it. */
export type AttachedWork = {
  readonly id: string
  readonly name: string
  readonly kind: WorkKind
  readonly bytes: number
  readonly thumbnail: string | null
}

/** A message as a reader has it. Times are ISO strings as they came over the wire. */
export type LoggedMessage = {
  readonly id: string
  readonly seq: number
  readonly clientId: string | null
  readonly by: string
  readonly text: string
  /** Left out when nothing is attached. */
  readonly works?: readonly AttachedWork[] | undefined
  readonly replyTo: string | null
  readonly at: string
  readonly editedAt: string | null
  readonly deletedAt: string | null
}

/** One entry of a conversation's log. */
export type ConversationEntry = { readonly seq: number } & (
  | { readonly kind: 'sent'; readonly message: LoggedMessage }
  | { readonly kind: 'edited'; readonly id: string; readonly text: string; readonly at: string }
  | { readonly kind: 'deleted'; readonly id: string; readonly at: string }
)

/** What a reader knows of a conversation: everything up to `cursor`, messages in the order of their seq. */
export type ConversationLog = { readonly cursor: number; readonly messages: readonly LoggedMessage[] }

export const emptyLog: ConversationLog = { cursor: 0, messages: [] }

/** The log with what has arrived, and whether something is missing after its cursor. Gives back the same log when nothing applies. */
export function receive(
  log: ConversationLog,
  incoming: readonly ConversationEntry[],
): { readonly log: ConversationLog; readonly gap: boolean } {
  const { entries, cursor, gap }: Taken<ConversationEntry> = takeEntries(log.cursor, incoming)
  if (entries.length === 0) return { log, gap }
  return { log: { cursor, messages: entries.reduce(applied, log.messages) }, gap }
}

function applied(messages: readonly LoggedMessage[], entry: ConversationEntry): readonly LoggedMessage[] {
  switch (entry.kind) {
    case 'sent':
      return [...messages, entry.message]
    case 'edited':
      return messages.map((m) => (m.id === entry.id ? { ...m, text: entry.text, editedAt: entry.at } : m))
    case 'deleted':
      return messages.map((m) => (m.id === entry.id ? { ...m, text: '', works: undefined, deletedAt: entry.at } : m))
  }
}

/** How many messages a person has not read: by others, after their read cursor, not deleted. */
export function unreadCount(
  messages: readonly Pick<LoggedMessage, 'seq' | 'by' | 'deletedAt'>[],
  me: string,
  read: number,
): number {
  return messages.filter((m) => m.seq > read && m.by !== me && m.deletedAt === null).length
}

/** A read cursor only moves forward, and never beyond the head of the log. */
export function movedCursor(read: number, asked: number, head: number): number {
  return Math.max(read, Math.min(asked, head))
}
