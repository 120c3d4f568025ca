import {
  chatMessage,
  conversationRead,
  messageChanged,
  messageDeleted,
  typing,
} from '@veranda/contract/conversations/live.ts'
import { unreadCount } from '@veranda/contract/notifications/live.ts'
import { marks, streamClosed } from '@veranda/contract/streams/live.ts'
import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { on } from '../../lib/live.ts'
import { refresh } from '../../lib/query.ts'
import { sessionStore } from '../../lib/session.ts'
import { heardMessage, heardRead } from './conversation-cache.ts'
import { deletedEntry, editedEntry, sentEntry, withPerson, withRead } from './thread-log.ts'
import { closeThread, openedThread } from './threads.ts'
import { heardTyping, stoppedTyping } from './typing.ts'

/** What this feature does with what comes over the socket; registered once, when the app starts. */
export function wireConversationsLive(): () => void {
  let unread: number | undefined
  const offs = [
    on('chat_message', chatMessage, (event) => {
      const thread = openedThread(event.conversationId)
      const person = { id: event.userId, name: event.username, avatar: event.avatar }
      thread?.update((log) => withPerson(log, person))
      thread?.receive(sentEntry(event))
      stoppedTyping(event.conversationId, event.userId)
      if (!heardMessage(event, sessionStore.get().user?.id)) void refresh(listConversations)
    }),
    on('message:changed', messageChanged, (event) => {
      openedThread(event.conversationId)?.receive(editedEntry(event))
      void refresh(listConversations)
    }),
    on('message:deleted', messageDeleted, (event) => {
      openedThread(event.conversationId)?.receive(deletedEntry(event))
      void refresh(listConversations)
    }),
    on('conversation:read', conversationRead, (event) => {
      if (event.userId === sessionStore.get().user?.id) heardRead(event.conversationId, event.read)
      else openedThread(event.conversationId)?.update((log) => withRead(log, event.userId, event.read))
    }),
    on('typing', typing, (event) => {
      if (event.userId !== sessionStore.get().user?.id) heardTyping(event)
    }),
    on('unread_count', unreadCount, ({ messages }) => {
      // A conversation whose log this socket has not joined has something new, or was read elsewhere.
      if (messages !== unread) void refresh(listConversations)
      unread = messages
    }),
    on('marks', marks, ({ streams }) => {
      for (const { kind, id, seq } of streams) if (kind === 'conversation') openedThread(id)?.mark(seq)
    }),
    on('stream:closed', streamClosed, ({ kind, id }) => {
      if (kind !== 'conversation') return
      closeThread(id)
      void refresh(listConversations)
    }),
  ]
  return () => {
    for (const off of offs) off()
  }
}
