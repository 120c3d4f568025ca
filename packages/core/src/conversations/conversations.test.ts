import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PersonId } from '../ids.ts'
import { type Result } from '../result.ts'
import { graphemeCount, preview } from '../text.ts'
import { type ConversationEntry, emptyLog, movedCursor, receive, unreadCount } from './conversation-log.ts'
import { canChange, checkRepeat, checkText, deleteMessage, directPair, editMessage } from './message-rules.ts'
import { isBehind } from './sequenced-log.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
// Ids of the test's own making.
const me = 'me' as PersonId
const other = 'other' as PersonId

const sent = (seq: number, by: string = other): ConversationEntry => ({
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
  },
})

/** A log of 1 to 40 entries that edits and deletes what came before. */
const log = fc.array(fc.tuple(fc.nat(5), fc.nat(39)), { minLength: 1, maxLength: 40 }).map((choices) =>
  choices.map(([kind, target], index): ConversationEntry => {
    const seq = index + 1
    const id = `m${(target % seq) + 1}`
    if (kind === 4) return { seq, kind: 'edited', id, text: `edited at ${seq}`, at: 'later' }
    return kind === 5 ? { seq, kind: 'deleted', id, at: 'later' } : sent(seq)
  }),
)

describe('the log of a conversation', () => {
  test('duplicates, reorders and cuts end in the same log as reading it whole', () => {
    const chaos = fc.array(fc.array(fc.nat(39), { maxLength: 12 }), { maxLength: 20 })
    fc.assert(
      fc.property(log, chaos, (entries, batches) => {
        const whole = receive(emptyLog, entries)
        let mine = emptyLog
        for (const batch of batches) {
          const arrived = batch.flatMap((index) => entries[index % entries.length] ?? [])
          const result = receive(mine, arrived)
          mine = result.log
          // A gap is met as the client meets it: by fetching what comes after the cursor, cut short at random.
          if (result.gap) {
            const page = entries.filter(({ seq }) => seq > mine.cursor).slice(0, (batch[0] ?? 0) % 7)
            mine = receive(mine, page).log
          }
          expect(mine.cursor).toBeGreaterThanOrEqual(0)
          expect(mine.messages.every(({ seq }) => seq <= mine.cursor)).toBe(true)
        }
        if (isBehind(mine.cursor, entries.length)) mine = receive(mine, entries.slice(mine.cursor)).log
        expect(mine).toEqual(whole.log)
      }),
      { numRuns: 300 },
    )
  })
  test('an entry beyond a gap is not applied and the gap is told', () => {
    expect(receive(emptyLog, [sent(2)])).toEqual({ log: emptyLog, gap: true })
    expect(receive(emptyLog, [sent(1), sent(3)])).toMatchObject({ log: { cursor: 1 }, gap: true })
  })
  test('what is known already changes nothing', () => {
    const { log: known } = receive(emptyLog, [sent(1)])
    expect(receive(known, [sent(1)]).log).toBe(known)
  })
  test('unread are the messages of others after the cursor that still say something', () => {
    const { log: mixed } = receive(emptyLog, [
      sent(1),
      sent(2, me),
      sent(3),
      sent(4),
      { seq: 5, kind: 'deleted', id: 'm4', at: 'later' },
    ])
    expect([0, 1, 3].map((read) => unreadCount(mixed.messages, me, read))).toEqual([2, 1, 0])
  })
  test('a read cursor goes forward and never beyond the head', () => {
    expect([movedCursor(3, 5, 9), movedCursor(5, 3, 9), movedCursor(3, 50, 9)]).toEqual([5, 5, 9])
  })
})

describe('messages', () => {
  test('have 1 to 4 000 characters as a reader counts them', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(codeOf(checkText('  '))).toBe('message.empty')
    expect(checkText(' hi ')).toEqual({ ok: true, value: 'hi' })
    expect(codeOf(checkText(family.repeat(4_000)))).toBe('ok')
    expect(codeOf(checkText('x'.repeat(4_001)))).toBe('message.too-long')
    expect(codeOf(checkText(`a${'\u0301'.repeat(70_000)}`))).toBe('message.too-long')
  })
  test("only one's own are edited and deleted, and not after deletion", () => {
    const mine = { by: me, text: 'hi', deleted: false }
    expect(codeOf(editMessage(mine, me, 'ho'))).toBe('ok')
    expect(codeOf(editMessage(mine, me, ' '))).toBe('message.empty')
    expect(codeOf(editMessage(mine, other, 'ho'))).toBe('message.not-yours')
    expect(codeOf(deleteMessage({ ...mine, deleted: true }, me))).toBe('message.deleted')
    expect([canChange(mine, me), canChange(mine, other)]).toEqual([true, false])
  })
  test('the same client id stands for the same message only', () => {
    const first = { text: 'hi', conversationId: 'c' }
    expect(codeOf(checkRepeat(first, { ...first }))).toBe('ok')
    expect(codeOf(checkRepeat(first, { ...first, text: 'ho' }))).toBe('message.client-id-reused')
  })
  test('two people have one direct conversation, whoever opens it', () => {
    expect(directPair(me, other)).toEqual(directPair(other, me))
    expect(codeOf(directPair(me, me))).toBe('conversation.with-oneself')
  })
  test('a preview shows 50 characters and then an ellipsis', () => {
    expect(preview('x'.repeat(50))).toBe('x'.repeat(50))
    expect(preview('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (text) => {
        expect(graphemeCount(preview(text))).toBeLessThanOrEqual(51)
        expect(text.startsWith(preview(text).replace(/…$/, ''))).toBe(true)
      }),
    )
  })
})
