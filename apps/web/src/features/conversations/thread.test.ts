import { type MessagePage } from '@veranda/contract/conversations/schemas.ts'
import { type ConversationEntry } from '@veranda/core/conversations/conversation-log.ts'
import { expect, test, vi } from 'vitest'
import { networkProblem } from '../../lib/problem.ts'
import { type LogRows } from './log-rows.ts'
import { createThread } from './thread.ts'
import { shownMessages } from './thread-log.ts'

const at = '2026-11-21T12:00:00.000Z'

function entry(seq: number): ConversationEntry {
  const message = { id: `m${seq}`, seq, clientId: null, by: 'kenji', text: `text ${seq}`, replyTo: null, at }
  return { kind: 'sent', seq, message: { ...message, editedAt: null, deletedAt: null } }
}

/** A server that holds `head` messages and can be told to be away. */
function server(head: number) {
  const state = { head, away: false }
  const join = vi.fn(async (after?: number): Promise<LogRows> => {
    if (state.away) throw networkProblem()
    const entries = after === undefined ? [] : range(after + 1, state.head).map(entry)
    return { head: state.head, entries, more: false }
  })
  const readPage = vi.fn(async (): Promise<MessagePage> => {
    if (state.away) throw networkProblem()
    const items = range(1, state.head).map((seq) => ({
      id: `m${seq}`,
      conversationId: 'c',
      seq,
      clientId: null,
      by: { id: 'kenji', name: 'Kenji', avatar: null },
      text: `text ${seq}`,
      replyTo: null,
      at,
      editedAt: null,
      deletedAt: null,
    }))
    return { items, head: state.head, older: false, newer: false, readBy: [] }
  })
  return { state, join, readPage, thread: createThread({ join, readPage }) }
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
const seqs = ({ thread }: ReturnType<typeof server>) => shownMessages(thread.state.get().log).map(({ seq }) => seq)

test('joins before it reads, so that nothing falls in between', async () => {
  const one = server(3)
  await one.thread.resume()
  expect(one.join.mock.invocationCallOrder[0]).toBeLessThan(one.readPage.mock.invocationCallOrder[0] ?? 0)
  expect(seqs(one)).toEqual([1, 2, 3])
})

test('fetches what is missing when an entry comes too early, and has each message once', async () => {
  const one = server(3)
  await one.thread.resume()
  one.state.head = 6
  one.thread.receive(entry(6))
  one.thread.receive(entry(6))
  await vi.waitFor(() => expect(seqs(one)).toEqual([1, 2, 3, 4, 5, 6]))
})

test('catches up when a heartbeat says that the log has gone on', async () => {
  const one = server(3)
  await one.thread.resume()
  one.state.head = 5
  one.thread.mark(5)
  await vi.waitFor(() => expect(seqs(one)).toEqual([1, 2, 3, 4, 5]))
})

test('a connection that comes while the first page is read is joined after it', async () => {
  const one = server(3)
  one.join.mockRejectedValueOnce(networkProblem())
  const first = one.thread.resume()
  const second = one.thread.resume()
  await Promise.all([first, second])
  expect(one.join).toHaveBeenLastCalledWith(3)
})

test('what cannot be read is tried again by resuming', async () => {
  const one = server(2)
  one.state.away = true
  await one.thread.resume()
  expect(one.thread.state.get()).toMatchObject({ status: 'failed', problem: { code: 'network' } })
  one.state.away = false
  await one.thread.resume()
  expect(seqs(one)).toEqual([1, 2])
})
