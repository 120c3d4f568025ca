import { type MessagePage } from '@veranda/contract/conversations/schemas.ts'
import { type TimelineEntry } from '@veranda/core/conversations/messages/message-timeline.ts'
import { expect, test, vi } from 'vitest'
import { networkProblem } from '../../lib/api/problem.ts'
import { type StreamPage } from '../../lib/realtime/stream-catch-up.ts'
import { createConversationSync } from './conversation-sync.ts'
import { visibleMessages } from './conversation-timeline.ts'

const at = '2026-11-21T12:00:00.000Z'

function entry(seq: number): TimelineEntry {
  const message = { id: `m${seq}`, seq, clientId: null, by: 'kenji', text: `text ${seq}`, replyTo: null, at }
  return { kind: 'sent', seq, message: { ...message, editedAt: null, deletedAt: null, actions: [] } }
}

/** Fakes a server with `head` messages that can be made unreachable. */
function fakeServer(head: number) {
  const state = { head, away: false }
  const join = vi.fn(async (after?: number): Promise<StreamPage<TimelineEntry>> => {
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
      actions: [],
    }))
    return { items, head: state.head, older: false, newer: false, readBy: [] }
  })
  return { state, join, readPage, thread: createConversationSync({ join, readPage }) }
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
const seqs = ({ thread }: ReturnType<typeof fakeServer>) =>
  visibleMessages(thread.state.get().timeline).map(({ seq }) => seq)

test('joins before it reads, so that nothing is missed in between', async () => {
  const server = fakeServer(3)
  await server.thread.resume()
  expect(server.join.mock.invocationCallOrder[0]).toBeLessThan(server.readPage.mock.invocationCallOrder[0] ?? 0)
  expect(seqs(server)).toEqual([1, 2, 3])
})

test('fetches what is missing when an entry arrives too early, and has each message once', async () => {
  const server = fakeServer(3)
  await server.thread.resume()
  server.state.head = 6
  server.thread.receive(entry(6))
  server.thread.receive(entry(6))
  await vi.waitFor(() => expect(seqs(server)).toEqual([1, 2, 3, 4, 5, 6]))
})

test('catches up when a heartbeat reports a newer head', async () => {
  const server = fakeServer(3)
  await server.thread.resume()
  server.state.head = 5
  server.thread.noteHead(5)
  await vi.waitFor(() => expect(seqs(server)).toEqual([1, 2, 3, 4, 5]))
})

test('a connection made while the first page loads is joined after it', async () => {
  const server = fakeServer(3)
  server.join.mockRejectedValueOnce(networkProblem())
  const first = server.thread.resume()
  const second = server.thread.resume()
  await Promise.all([first, second])
  expect(server.join).toHaveBeenLastCalledWith(3)
})

test('a failed read is retried by resuming', async () => {
  const server = fakeServer(2)
  server.state.away = true
  await server.thread.resume()
  expect(server.thread.state.get()).toMatchObject({ status: 'failed', problem: { code: 'network' } })
  server.state.away = false
  await server.thread.resume()
  expect(seqs(server)).toEqual([1, 2])
})
