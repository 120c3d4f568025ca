import { type ChatMessage, type MessageChanged, type MessageDeleted } from '@veranda/contract/conversations/live.ts'
import { type Message, type MessagePage } from '@veranda/contract/conversations/schemas.ts'
import { type PersonShape } from '@veranda/contract/shapes.ts'
import {
  type ConversationEntry,
  type ConversationLog,
  emptyLog,
  type LoggedMessage,
  receive,
} from '@veranda/core/conversations/conversation-log.ts'

/** What this browser knows of one conversation. */
export type ThreadLog = {
  /** The newest stretch, without a hole up to its cursor. */
  readonly tail: ConversationLog
  /** Whether there are messages before the tail. */
  readonly older: boolean
  /** A stretch further back that the reader jumped to, while it does not touch the tail. */
  readonly past: { readonly messages: readonly LoggedMessage[]; readonly older: boolean } | null
  readonly people: ReadonlyMap<string, PersonShape>
  /** How far everyone else has read. */
  readonly readBy: ReadonlyMap<string, number>
}

export const emptyThread: ThreadLog = { tail: emptyLog, older: false, past: null, people: new Map(), readBy: new Map() }

export function shownMessages(log: ThreadLog): readonly LoggedMessage[] {
  return log.past?.messages ?? log.tail.messages
}

export function hasOlder(log: ThreadLog): boolean {
  return log.past?.older ?? log.older
}

/** The newest page, and with it the place in the log from which live entries go on. */
export function withNewest(log: ThreadLog, page: MessagePage): ThreadLog {
  // What was written between the reading of the head and of the page comes again, live or by the next mark.
  const messages = logged(page.items).filter((message) => message.seq <= page.head)
  return { ...known(log, page), tail: { cursor: page.head, messages }, older: page.older, past: null }
}

/** The page before the first message in sight. */
export function withOlder(log: ThreadLog, page: MessagePage): ThreadLog {
  const next = known(log, page)
  const messages = joined(logged(page.items), shownMessages(log))
  if (log.past) return { ...next, past: { messages, older: page.older } }
  return { ...next, tail: { ...log.tail, messages }, older: page.older }
}

/** A page further back; it becomes one with the tail where they touch. */
export function withAround(log: ThreadLog, page: MessagePage): ThreadLog {
  return touching(known(log, page), logged(page.items), page)
}

/** The page after the stretch in the past. */
export function withNewer(log: ThreadLog, page: MessagePage): ThreadLog {
  if (!log.past) return log
  const messages = joined(log.past.messages, logged(page.items))
  return touching(known(log, page), messages, { older: log.past.older, newer: page.newer })
}

function touching(
  log: ThreadLog,
  messages: readonly LoggedMessage[],
  page: { older: boolean; newer: boolean },
): ThreadLog {
  const first = log.tail.messages[0]
  const last = messages.at(-1)
  const touches = !page.newer || (first !== undefined && last !== undefined && last.seq >= first.seq)
  if (!touches) return { ...log, past: { messages, older: page.older } }
  const upTo = messages.filter((message) => message.seq <= log.tail.cursor)
  return { ...log, tail: { ...log.tail, messages: joined(upTo, log.tail.messages) }, older: page.older, past: null }
}

/** What came over the socket or was fetched: only the next entry is applied, and a gap is reported. */
export function withEntries(
  log: ThreadLog,
  entries: readonly ConversationEntry[],
): { readonly log: ThreadLog; readonly gap: boolean } {
  const before = log.tail.cursor
  const { log: tail, gap } = receive(log.tail, entries)
  if (tail === log.tail) return { log, gap }
  const past = log.past && { ...log.past, messages: changedBy(log.past.messages, entries, before, tail.cursor) }
  return { log: { ...log, tail, past }, gap }
}

/** Edits and deletions reach the past too; what is new belongs to the tail alone. */
function changedBy(
  messages: readonly LoggedMessage[],
  entries: readonly ConversationEntry[],
  after: number,
  upTo: number,
): readonly LoggedMessage[] {
  const changes = entries.filter((entry) => entry.kind !== 'sent' && entry.seq > after && entry.seq <= upTo)
  return changes.reduce(
    (all, entry) => receive({ cursor: entry.seq - 1, messages: all }, [entry]).log.messages,
    messages,
  )
}

/** The answer to one's own edit or deletion, before its entry comes. */
export function withChange(log: ThreadLog, id: string, change: Partial<LoggedMessage>): ThreadLog {
  const apply = (all: readonly LoggedMessage[]) => all.map((m) => (m.id === id ? { ...m, ...change } : m))
  return {
    ...log,
    tail: { ...log.tail, messages: apply(log.tail.messages) },
    past: log.past && { ...log.past, messages: apply(log.past.messages) },
  }
}

/** Somebody has read on; a cursor never moves back. */
export function withRead(log: ThreadLog, person: string, seq: number): ThreadLog {
  if (seq <= (log.readBy.get(person) ?? 0)) return log
  return { ...log, readBy: new Map(log.readBy).set(person, seq) }
}

export function withPerson(log: ThreadLog, person: PersonShape): ThreadLog {
  if (log.people.has(person.id)) return log
  return { ...log, people: new Map(log.people).set(person.id, person) }
}

export function sentEntry(event: ChatMessage): ConversationEntry {
  const { id, seq, clientId, replyTo, works } = event
  const message = { id, seq, clientId, replyTo, works, by: event.userId, text: event.message, at: event.timestamp }
  return { kind: 'sent', seq, message: { ...message, editedAt: null, deletedAt: null } }
}

export function editedEntry({ seq, id, message, editedAt }: MessageChanged): ConversationEntry {
  return { kind: 'edited', seq, id, text: message, at: editedAt }
}

export function deletedEntry({ seq, id, deletedAt }: MessageDeleted): ConversationEntry {
  return { kind: 'deleted', seq, id, at: deletedAt }
}

export function logged(items: readonly Message[]): LoggedMessage[] {
  return items.map(({ id, seq, clientId, by, text, works, replyTo, at, editedAt, deletedAt }) => {
    return { id, seq, clientId, by: by.id, text, works, replyTo, at, editedAt, deletedAt }
  })
}

/** Two stretches as one, in order, each message once; what the second says holds. */
export function joined(first: readonly LoggedMessage[], second: readonly LoggedMessage[]): LoggedMessage[] {
  const all = new Map([...first, ...second].map((message) => [message.id, message]))
  return [...all.values()].toSorted((a, b) => a.seq - b.seq)
}

function known(log: ThreadLog, page: MessagePage): ThreadLog {
  const people = new Map(log.people)
  for (const { by } of page.items) people.set(by.id, by)
  const readBy = new Map(log.readBy)
  for (const { personId, seq } of page.readBy) readBy.set(personId, Math.max(seq, readBy.get(personId) ?? 0))
  return { ...log, people, readBy }
}
