import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { describe, expect, test } from 'vitest'
import { type OutgoingItem } from './outbox.ts'
import { readMarks, threadRows } from './rows.ts'

function message(seq: number, by: string, at: string, more: Partial<LoggedMessage> = {}): LoggedMessage {
  const base = { id: `m${seq}`, seq, clientId: null, by, text: `text ${seq}`, replyTo: null, at }
  return { ...base, editedAt: null, deletedAt: null, ...more }
}

const outgoing = (clientId: string, at: string): OutgoingItem => ({
  clientId,
  lane: 'c',
  payload: { message: 'hello', replyTo: null },
  state: 'queued',
  at: Date.parse(at),
})

const given = { outgoing: [], me: 'maya', news: { after: 99, upTo: 99 }, dayOf: (iso: string) => iso.slice(0, 10) }
const kinds = (rows: ReturnType<typeof threadRows>) => rows.map(({ kind }) => kind)

describe('the rows of a thread', () => {
  test('a day stands over what was written on it, and a person’s messages stand together', () => {
    const messages = [
      message(1, 'kenji', '2026-11-20T10:00:00Z'),
      message(2, 'kenji', '2026-11-20T10:01:00Z'),
      message(3, 'kenji', '2026-11-20T10:10:00Z'),
      message(4, 'maya', '2026-11-21T09:00:00Z'),
    ]
    const rows = threadRows({ ...given, messages })
    expect(kinds(rows)).toEqual(['day', 'message', 'message', 'message', 'day', 'message'])
    expect(rows.flatMap((row) => ('begins' in row ? [row.begins] : []))).toEqual([true, false, true, true])
  })

  test('the line of the new stands once, before the first that others wrote, and not for what came later', () => {
    const messages = [1, 2, 3, 4].map((seq) => message(seq, seq === 2 ? 'maya' : 'kenji', '2026-11-21T09:00:00Z'))
    const expected = ['day', 'message', 'message', 'unread', 'message', 'message']
    expect(kinds(threadRows({ ...given, messages, news: { after: 1, upTo: 3 } }))).toEqual(expected)
    expect(kinds(threadRows({ ...given, messages, news: { after: 3, upTo: 3 } }))).not.toContain('unread')
  })

  test('a message keeps its key from the outbox into the log, and is never there twice', () => {
    const at = '2026-11-21T09:00:00Z'
    const before = threadRows({ ...given, messages: [], outgoing: [outgoing('key-1', at)] })
    const messages = [message(1, 'maya', at, { clientId: 'key-1' })]
    const after = threadRows({ ...given, messages, outgoing: [outgoing('key-1', at)] })
    expect(before.at(-1)).toMatchObject({ kind: 'outgoing', key: 'key-1' })
    expect(after.at(-1)).toMatchObject({ kind: 'message', key: 'key-1' })
    expect(after).toHaveLength(2)
  })
})

test('a reader’s mark stands at the last of my messages that they have read', () => {
  const messages = [1, 2, 3].map((seq) => message(seq, seq === 3 ? 'kenji' : 'maya', '2026-11-21T09:00:00Z'))
  const marks = readMarks(
    messages,
    new Map([
      ['kenji', 3],
      ['hana', 1],
    ]),
    'maya',
  )
  expect(marks.get('m2')).toEqual(['kenji'])
  expect(marks.get('m1')).toEqual(['hana'])
})
