import { type ChatMessage } from '@veranda/contract/conversations/events.ts'
import { type Message, type MessagePage } from '@veranda/contract/conversations/schemas.ts'
import { describe, expect, test } from 'vitest'
import {
  toDeletedEntry,
  toEditedEntry,
  emptyTimeline,
  hasOlder,
  toSentEntry,
  visibleMessages,
  withPageAround,
  withEntries,
  withNewerPage,
  withNewestPage,
  withOlderPage,
  withReadCursor,
} from './conversation-timeline.ts'

const at = '2026-11-21T12:00:00.000Z'
const kenji = { id: 'kenji', name: 'Kenji', avatar: null }

function message(seq: number): Message {
  const base = { id: `m${seq}`, conversationId: 'c', seq, clientId: null, by: kenji, text: `text ${seq}` }
  return { ...base, replyTo: null, at, editedAt: null, deletedAt: null, actions: ['reply'] }
}

function page(seqs: number[], more: Partial<MessagePage> = {}): MessagePage {
  return { items: seqs.map(message), head: seqs.at(-1) ?? 0, older: false, newer: false, readBy: [], ...more }
}

function liveMessage(seq: number): ChatMessage {
  const base = { id: `m${seq}`, seq, message: `text ${seq}`, type: 'text' as const, projectId: null }
  return {
    ...base,
    conversationId: 'c',
    userId: 'kenji',
    username: 'Kenji',
    avatar: null,
    timestamp: at,
    clientId: null,
    replyTo: null,
    actions: { author: ['reply', 'edit', 'delete'], others: ['reply'] },
  }
}

function liveEntry(seq: number) {
  return toSentEntry(liveMessage(seq), 'mara')
}

const seqs = (timeline: Parameters<typeof visibleMessages>[0]) => visibleMessages(timeline).map(({ seq }) => seq)
const opened = withNewestPage(emptyTimeline, page([4, 5, 6], { older: true }))

describe('conversation timeline', () => {
  test('a live message offers its author other actions than everyone else, and a deleted one none', () => {
    const entryFor = (viewer: string) => withEntries(opened, [toSentEntry(liveMessage(7), viewer)])
    const actions = (timeline: Parameters<typeof visibleMessages>[0]) => visibleMessages(timeline).at(-1)?.actions
    expect([actions(entryFor('kenji')), actions(entryFor('mara'))]).toEqual([['reply', 'edit', 'delete'], ['reply']])
    const deleted = toDeletedEntry({ conversationId: 'c', seq: 8, id: 'm7', deletedAt: at })
    expect(actions(withEntries(entryFor('kenji'), [deleted]))).toEqual([])
  })

  test('applies the next entry and drops duplicates', () => {
    const timeline = withEntries(opened, [liveEntry(6), liveEntry(7)])
    expect(seqs(timeline)).toEqual([4, 5, 6, 7])
    expect(withEntries(timeline, [liveEntry(7)])).toBe(timeline)
  })

  test('applies nothing beyond a gap', () => {
    expect(withEntries(opened, [liveEntry(8)])).toBe(opened)
  })

  test('leaves messages after the head out of a page, because they arrive as entries', () => {
    const timeline = withNewestPage(emptyTimeline, page([4, 5, 6, 7], { head: 6 }))
    expect(seqs(timeline)).toEqual([4, 5, 6])
    expect(seqs(withEntries(timeline, [liveEntry(7)]))).toEqual([4, 5, 6, 7])
  })

  test('edits and deletions take a seq but no place among the messages', () => {
    const edited = toEditedEntry({ conversationId: 'c', seq: 7, id: 'm4', message: 'new', editedAt: at })
    const deleted = toDeletedEntry({ conversationId: 'c', seq: 8, id: 'm5', deletedAt: at })
    const timeline = withEntries(opened, [edited, deleted, liveEntry(9)])
    expect(seqs(timeline)).toEqual([4, 5, 6, 9])
    expect(visibleMessages(timeline)[0]).toMatchObject({ text: 'new', editedAt: at })
    expect(visibleMessages(timeline)[1]).toMatchObject({ text: '', deletedAt: at })
  })

  test('pages back until there is nothing older', () => {
    const timeline = withOlderPage(opened, page([1, 2, 3]))
    expect(seqs(timeline)).toEqual([1, 2, 3, 4, 5, 6])
    expect(hasOlder(timeline)).toBe(false)
  })

  test('shows the history separately until it meets the tail, and keeps new messages out of it', () => {
    const newest = withNewestPage(emptyTimeline, page([20, 21], { older: true }))
    const inHistory = withPageAround(newest, page([5, 6], { older: true, newer: true }))
    expect(seqs(inHistory)).toEqual([5, 6])
    const timeline = withEntries(inHistory, [liveEntry(22)])
    expect(seqs(timeline)).toEqual([5, 6])
    const joined = withNewerPage(timeline, page([7, 20], { newer: true }))
    expect(seqs(joined)).toEqual([5, 6, 7, 20, 21, 22])
    expect(joined.history).toBeNull()
  })

  test('an edit also reaches the history', () => {
    const newest = withNewestPage(emptyTimeline, page([20, 21]))
    const inHistory = withPageAround(newest, page([5, 6], { newer: true }))
    const edited = toEditedEntry({ conversationId: 'c', seq: 22, id: 'm5', message: 'new', editedAt: at })
    expect(visibleMessages(withEntries(inHistory, [edited]))[0]).toMatchObject({ text: 'new' })
  })

  test('a read cursor never moves back', () => {
    const timeline = withReadCursor(opened, 'kenji', 5)
    expect(withReadCursor(timeline, 'kenji', 4)).toBe(timeline)
    expect(timeline.readBy.get('kenji')).toBe(5)
  })
})
