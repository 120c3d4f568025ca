import { listMessages } from '@veranda/contract/conversations/routes.ts'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { onResume } from '../../lib/live.ts'
import { sessionStore } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { joinLog } from './log-rows.ts'
import { createThread, type Thread, type ThreadState } from './thread.ts'

const threads = new Map<string, Thread>()

/** The conversation that the reader is looking at, in this tab. */
export const inSight = createStore<string | undefined>(undefined)

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') threads.clear()
})

onResume(() => {
  for (const thread of threads.values()) void thread.resume().catch(() => {})
})

/** The thread of a conversation if it has been opened in this tab. */
export function openedThread(conversationId: string): Thread | undefined {
  return threads.get(conversationId)
}

/** One has left the conversation, or was taken out of it. */
export function closeThread(conversationId: string): void {
  threads.delete(conversationId)
}

/** Opens a conversation's thread: it stays in step from then on, in sight or not. */
export function useThread(conversationId: string): { thread: Thread; state: ThreadState } {
  const thread = threadOf(conversationId)
  useEffect(() => void thread.resume().catch(() => {}), [thread])
  return { thread, state: useStore(thread.state) }
}

function threadOf(conversationId: string): Thread {
  let thread = threads.get(conversationId)
  if (!thread) {
    thread = createThread({
      readPage: (query) => call(listMessages, { params: { id: conversationId }, query }),
      join: (after) => joinLog(conversationId, after),
    })
    threads.set(conversationId, thread)
  }
  return thread
}
