import { type Message, type MessagePage } from '@veranda/contract/conversations/schemas.ts'
import { describe, expect, test } from 'vitest'
import {
  deletedEntry,
  editedEntry,
  emptyThread,
  hasOlder,
  sentEntry,
  shownMessages,
  withAround,
  withEntries,
  withNewer,
  withNewest,
  withOlder,
  withRead,
} from './thread-log.ts'

const at = '2026-11-21T12:00:00.000Z'
const kenji = { id: 'kenji', name: 'Kenji', avatar: null }

function message(seq: number): Message {
  const base = { id: `m${seq}`, conversationId: 'c', seq, clientId: null, by: kenji, text: `text ${seq}` }
  return { ...base, replyTo: null, at, editedAt: null, deletedAt: null }
}

function page(seqs: number[], more: Partial<MessagePage> = {}): MessagePage {
  return { items: seqs.map(message), head: seqs.at(-1) ?? 0, older: false, newer: false, readBy: [], ...more }
}

function live(seq: number) {
  const base = { id: `m${seq}`, seq, message: `text ${seq}`, type: 'text' as const, projectId: null }
  return sentEntry({
    ...base,
    conversationId: 'c',
    userId: 'kenji',
    username: 'Kenji',
    avatar: null,
    timestamp: at,
    clientId: null,
    replyTo: null,
  })
}

const seqs = (log: Parameters<typeof shownMessages>[0]) => shownMessages(log).map(({ seq }) => seq)
const opened = withNewest(emptyThread, page([4, 5, 6], { older: true }))

describe('a thread', () => {
  test('takes the next entry and drops what it has', () => {
    const { log, gap } = withEntries(opened, [live(6), live(7)])
    expect(seqs(log)).toEqual([4, 5, 6, 7])
    expect(gap).toBe(false)
    expect(withEntries(log, [live(7)]).log).toBe(log)
  })

  test('applies nothing beyond a gap, and says that there is one', () => {
    const { log, gap } = withEntries(opened, [live(8)])
    expect(log).toBe(opened)
    expect(gap).toBe(true)
  })

  test('leaves out of a page what was written after its head: it comes again', () => {
    const log = withNewest(emptyThread, page([4, 5, 6, 7], { head: 6 }))
    expect(seqs(log)).toEqual([4, 5, 6])
    expect(seqs(withEntries(log, [live(7)]).log)).toEqual([4, 5, 6, 7])
  })

  test('edits and deletions take a place in the log and none among the messages', () => {
    const edited = editedEntry({ conversationId: 'c', seq: 7, id: 'm4', message: 'new', editedAt: at })
    const deleted = deletedEntry({ conversationId: 'c', seq: 8, id: 'm5', deletedAt: at })
    const { log } = withEntries(opened, [edited, deleted, live(9)])
    expect(seqs(log)).toEqual([4, 5, 6, 9])
    expect(shownMessages(log)[0]).toMatchObject({ text: 'new', editedAt: at })
    expect(shownMessages(log)[1]).toMatchObject({ text: '', deletedAt: at })
  })

  test('pages backwards until there is nothing older', () => {
    const log = withOlder(opened, page([1, 2, 3]))
    expect(seqs(log)).toEqual([1, 2, 3, 4, 5, 6])
    expect(hasOlder(log)).toBe(false)
  })

  test('shows the past apart until it touches the present, and new messages stay out of it', () => {
    const far = withNewest(emptyThread, page([20, 21], { older: true }))
    const past = withAround(far, page([5, 6], { older: true, newer: true }))
    expect(seqs(past)).toEqual([5, 6])
    const { log } = withEntries(past, [live(22)])
    expect(seqs(log)).toEqual([5, 6])
    const together = withNewer(log, page([7, 20], { newer: true }))
    expect(seqs(together)).toEqual([5, 6, 7, 20, 21, 22])
    expect(together.past).toBeNull()
  })

  test('an edit reaches the past as well', () => {
    const far = withNewest(emptyThread, page([20, 21]))
    const past = withAround(far, page([5, 6], { newer: true }))
    const edited = editedEntry({ conversationId: 'c', seq: 22, id: 'm5', message: 'new', editedAt: at })
    expect(shownMessages(withEntries(past, [edited]).log)[0]).toMatchObject({ text: 'new' })
  })

  test('a read cursor never moves back', () => {
    const log = withRead(opened, 'kenji', 5)
    expect(withRead(log, 'kenji', 4)).toBe(log)
    expect(log.readBy.get('kenji')).toBe(5)
  })
})
