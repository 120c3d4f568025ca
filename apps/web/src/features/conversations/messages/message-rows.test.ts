import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { describe, expect, test } from 'vitest'
import { type OutgoingMessage } from './send-queue.ts'
import { readReceipts, buildMessageRows } from './message-rows.ts'

function message(seq: number, by: string, at: string, more: Partial<TimelineMessage> = {}): TimelineMessage {
  const base = { id: `m${seq}`, seq, clientId: null, by, text: `text ${seq}`, replyTo: null, at }
  return { ...base, editedAt: null, deletedAt: null, actions: [], ...more }
}

const outgoing = (clientId: string, at: string): OutgoingMessage => ({
  clientId,
  lane: 'c',
  payload: { message: 'hello', replyTo: null },
  state: 'queued',
  createdAtMs: Date.parse(at),
})

const baseInput = {
  outgoing: [],
  me: 'maya',
  unreadRange: { after: 99, upTo: 99 },
  dayOf: (iso: string) => iso.slice(0, 10),
}
const kinds = (rows: ReturnType<typeof buildMessageRows>) => rows.map(({ kind }) => kind)

describe('message rows', () => {
  test('a date precedes the messages of its day, and messages of one user are grouped', () => {
    const messages = [
      message(1, 'kenji', '2026-11-20T10:00:00Z'),
      message(2, 'kenji', '2026-11-20T10:01:00Z'),
      message(3, 'kenji', '2026-11-20T10:10:00Z'),
      message(4, 'maya', '2026-11-21T09:00:00Z'),
    ]
    const rows = buildMessageRows({ ...baseInput, messages })
    expect(kinds(rows)).toEqual(['day', 'message', 'message', 'message', 'day', 'message'])
    expect(rows.flatMap((row) => ('startsGroup' in row ? [row.startsGroup] : []))).toEqual([true, false, true, true])
  })

  test('the unread divider appears once, before the first unread message of another user, and not for later messages', () => {
    const messages = [1, 2, 3, 4].map((seq) => message(seq, seq === 2 ? 'maya' : 'kenji', '2026-11-21T09:00:00Z'))
    const expected = ['day', 'message', 'message', 'unread', 'message', 'message']
    expect(kinds(buildMessageRows({ ...baseInput, messages, unreadRange: { after: 1, upTo: 3 } }))).toEqual(expected)
    expect(kinds(buildMessageRows({ ...baseInput, messages, unreadRange: { after: 3, upTo: 3 } }))).not.toContain(
      'unread',
    )
  })

  test('a message keeps its key from the send queue to the timeline and never appears twice', () => {
    const at = '2026-11-21T09:00:00Z'
    const before = buildMessageRows({ ...baseInput, messages: [], outgoing: [outgoing('key-1', at)] })
    const messages = [message(1, 'maya', at, { clientId: 'key-1' })]
    const after = buildMessageRows({ ...baseInput, messages, outgoing: [outgoing('key-1', at)] })
    expect(before.at(-1)).toMatchObject({ kind: 'outgoing', key: 'key-1' })
    expect(after.at(-1)).toMatchObject({ kind: 'message', key: 'key-1' })
    expect(after).toHaveLength(2)
  })
})

test('a read receipt appears at the last of the user’s messages that the member has read', () => {
  const messages = [1, 2, 3].map((seq) => message(seq, seq === 3 ? 'kenji' : 'maya', '2026-11-21T09:00:00Z'))
  const receipts = readReceipts(
    messages,
    new Map([
      ['kenji', 3],
      ['hana', 1],
    ]),
    'maya',
  )
  expect(receipts.get('m2')).toEqual(['kenji'])
  expect(receipts.get('m1')).toEqual(['hana'])
})
