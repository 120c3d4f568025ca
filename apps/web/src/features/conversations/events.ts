import {
  chatMessage,
  conversationRead,
  messageChanged,
  messageDeleted,
  typing,
} from '@veranda/contract/conversations/events.ts'
import { unreadCount } from '@veranda/contract/notifications/events.ts'
import { streamHeads, streamClosed } from '@veranda/contract/realtime/events.ts'
import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { on } from '../../lib/realtime.ts'
import { invalidateReads } from '../../lib/api/query.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { applyMessage, applyReadCursor } from './conversation-cache.ts'
import { toDeletedEntry, toEditedEntry, toSentEntry, withUser, withReadCursor } from './conversation-timeline.ts'
import { closeConversation, findOpenConversation } from './open-conversations.ts'
import { applyTyping, clearTyping } from './messages/typing.ts'

/** Registers this feature's socket event handlers, once, when the app starts. Returns how to remove them. */
export function registerConversationEvents(): () => void {
  let lastUnread: number | undefined
  const unsubscribers = [
    on('chat_message', chatMessage, (event) => {
      const sync = findOpenConversation(event.conversationId)
      const user = { id: event.userId, name: event.username, avatar: event.avatar }
      sync?.updateTimeline((log) => withUser(log, user))
      sync?.receive(toSentEntry(event, sessionStore.get().user?.id))
      clearTyping(event.conversationId, event.userId)
      if (!applyMessage(event, sessionStore.get().user?.id)) void invalidateReads(listConversations)
    }),
    on('message:changed', messageChanged, (event) => {
      findOpenConversation(event.conversationId)?.receive(toEditedEntry(event))
      void invalidateReads(listConversations)
    }),
    on('message:deleted', messageDeleted, (event) => {
      findOpenConversation(event.conversationId)?.receive(toDeletedEntry(event))
      void invalidateReads(listConversations)
    }),
    on('conversation:read', conversationRead, (event) => {
      if (event.userId === sessionStore.get().user?.id) applyReadCursor(event.conversationId, event.read)
      else
        findOpenConversation(event.conversationId)?.updateTimeline((log) =>
          withReadCursor(log, event.userId, event.read),
        )
    }),
    on('typing', typing, (event) => {
      if (event.userId !== sessionStore.get().user?.id) applyTyping(event)
    }),
    on('unread_count', unreadCount, ({ messages }) => {
      // A conversation whose stream this socket has not joined has a new message, or was read on another device.
      if (messages !== lastUnread) void invalidateReads(listConversations)
      lastUnread = messages
    }),
    on('stream:heads', streamHeads, ({ streams }) => {
      for (const { kind, id, seq } of streams) if (kind === 'conversation') findOpenConversation(id)?.noteHead(seq)
    }),
    on('stream:closed', streamClosed, ({ kind, id }) => {
      if (kind !== 'conversation') return
      closeConversation(id)
      void invalidateReads(listConversations)
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
