import { listMessages } from '@veranda/contract/conversations/routes.ts'
import { useEffect } from 'react'
import { call } from '../../lib/api/call.ts'
import { onResume } from '../../lib/realtime/realtime.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { joinConversationStream } from './join-conversation-stream.ts'
import { createConversationSync, type ConversationSync, type ConversationSyncState } from './conversation-sync.ts'

const openConversations = new Map<string, ConversationSync>()

/** The conversation that the user is looking at in this tab. */
export const visibleConversationId = createStore<string | undefined>(undefined)

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') openConversations.clear()
})

onResume(() => {
  for (const sync of openConversations.values()) void sync.resume().catch(() => {})
})

/** Returns the sync of a conversation if it was opened in this tab. */
export function findOpenConversation(conversationId: string): ConversationSync | undefined {
  return openConversations.get(conversationId)
}

/** Drops a conversation that the user has left or was removed from. */
export function closeConversation(conversationId: string): void {
  openConversations.delete(conversationId)
}

/** Opens a conversation and keeps it in sync from then on, visible or not. */
export function useConversationSync(conversationId: string): { sync: ConversationSync; state: ConversationSyncState } {
  const sync = conversationSyncFor(conversationId)
  useEffect(() => void sync.resume().catch(() => {}), [sync])
  return { sync, state: useStore(sync.state) }
}

function conversationSyncFor(conversationId: string): ConversationSync {
  let sync = openConversations.get(conversationId)
  if (!sync) {
    sync = createConversationSync({
      readPage: (query) => call(listMessages, { params: { id: conversationId }, query }),
      join: (after) => joinConversationStream(conversationId, after),
    })
    openConversations.set(conversationId, sync)
  }
  return sync
}
