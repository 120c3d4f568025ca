import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type UserId } from '../../ids.ts'
import { type Result } from '../../result.ts'
import { graphemeCount, truncateText } from '../../text.ts'
import { takeInOrder } from '../../ordered-entries.ts'
import { type TimelineEntry, emptyMessageTimeline, advanceReadCursor, applyEntries } from './message-timeline.ts'
import { checkMessageText, deleteMessage, directConversationPair, edit, messageActionsFor } from './message.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
// Ids made up for the test.
const me = 'me' as UserId
const other = 'other' as UserId

const sentEntry = (seq: number, by: string = other): TimelineEntry => ({
  seq,
  kind: 'sent',
  message: {
    id: `m${seq}`,
    seq,
    clientId: null,
    by,
    text: `text ${seq}`,
    replyTo: null,
    at: '2026-01-15T12:00:00.000Z',
    editedAt: null,
    deletedAt: null,
    actions: [],
  },
})

/** Arbitrary streams of 1 to 40 entries that edit and delete earlier messages. */
const arbitraryEntries = fc.array(fc.tuple(fc.nat(5), fc.nat(39)), { minLength: 1, maxLength: 40 }).map((choices) =>
  choices.map(([kind, target], index): TimelineEntry => {
    const seq = index + 1
    const id = `m${(target % seq) + 1}`
    if (kind === 4) return { seq, kind: 'edited', id, text: `edited at ${seq}`, at: 'later' }
    return kind === 5 ? { seq, kind: 'deleted', id, at: 'later' } : sentEntry(seq)
  }),
)

describe('message timeline', () => {
  test('duplicates, reordering and cuts end in the same timeline as reading the stream in one go', () => {
    const arbitraryBatches = fc.array(fc.array(fc.nat(39), { maxLength: 12 }), { maxLength: 20 })
    fc.assert(
      fc.property(arbitraryEntries, arbitraryBatches, (entries, batches) => {
        const expected = applyEntries(emptyMessageTimeline, entries)
        let mine = emptyMessageTimeline
        for (const batch of batches) {
          const arrived = batch.flatMap((index) => entries[index % entries.length] ?? [])
          const { gap } = takeInOrder(mine.cursor, arrived)
          mine = applyEntries(mine, arrived)
          // Handle a gap as the client does: fetch what comes after the cursor, cut off at random.
          if (gap) {
            const page = entries.filter(({ seq }) => seq > mine.cursor).slice(0, (batch[0] ?? 0) % 7)
            mine = applyEntries(mine, page)
          }
          expect(mine.cursor).toBeGreaterThanOrEqual(0)
          expect(mine.messages.every(({ seq }) => seq <= mine.cursor)).toBe(true)
        }
        mine = applyEntries(mine, entries.slice(mine.cursor))
        expect(mine).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
  test('an entry beyond a gap is not applied and the gap is reported', () => {
    expect(applyEntries(emptyMessageTimeline, [sentEntry(2)])).toBe(emptyMessageTimeline)
    expect(applyEntries(emptyMessageTimeline, [sentEntry(1), sentEntry(3)]).cursor).toBe(1)
    expect(takeInOrder(0, [sentEntry(1), sentEntry(3)])).toMatchObject({ cursor: 1, gap: true })
  })
  test('known entries change nothing', () => {
    const afterFirst = applyEntries(emptyMessageTimeline, [sentEntry(1)])
    expect(applyEntries(afterFirst, [sentEntry(1)])).toBe(afterFirst)
  })
  test('a read cursor moves forward and never beyond the head', () => {
    expect([advanceReadCursor(3, 5, 9), advanceReadCursor(5, 3, 9), advanceReadCursor(3, 50, 9)]).toEqual([5, 5, 9])
  })
})

describe('messages', () => {
  test('have 1 to 4 000 graphemes', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(codeOf(checkMessageText('  '))).toBe('message.empty')
    expect(checkMessageText(' hi ')).toEqual({ ok: true, value: 'hi' })
    expect(codeOf(checkMessageText(family.repeat(4_000)))).toBe('ok')
    expect(codeOf(checkMessageText('x'.repeat(4_001)))).toBe('message.too-long')
    expect(codeOf(checkMessageText(`a${'\u0301'.repeat(70_000)}`))).toBe('message.too-long')
  })
  test('only the author can edit or delete a message, and not after deletion', () => {
    const mine = { by: me, text: 'hi', deleted: false }
    expect(codeOf(edit(mine, me, 'ho'))).toBe('ok')
    expect(codeOf(edit(mine, me, ' '))).toBe('message.empty')
    expect(codeOf(edit(mine, other, 'ho'))).toBe('message.not-yours')
    expect(codeOf(deleteMessage({ ...mine, deleted: true }, me))).toBe('message.deleted')
  })
  test('a message lists exactly the changes that are not refused', () => {
    for (const by of [me, other]) {
      for (const deleted of [false, true]) {
        const message = { by: me, text: 'hi', deleted }
        const listed = messageActionsFor(message, by === me ? 'author' : 'member')
        expect(listed.includes('edit')).toBe(edit(message, by, 'ho').ok)
        expect(listed.includes('delete')).toBe(deleteMessage(message, by).ok)
        expect(listed.includes('reply')).toBe(!deleted)
      }
    }
  })
  test('two users have one direct conversation, no matter who opens it', () => {
    expect(directConversationPair(me, other)).toEqual(directConversationPair(other, me))
    expect(codeOf(directConversationPair(me, me))).toBe('conversation.with-self')
  })
  test('a preview shows 50 characters and then an ellipsis', () => {
    expect(truncateText('x'.repeat(50))).toBe('x'.repeat(50))
    expect(truncateText('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (text) => {
        expect(graphemeCount(truncateText(text))).toBeLessThanOrEqual(51)
        expect(text.startsWith(truncateText(text).replace(/…$/, ''))).toBe(true)
      }),
    )
  })
})
