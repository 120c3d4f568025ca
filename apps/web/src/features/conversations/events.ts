import {
  chatMessage,
  conversationChanged,
  conversationRead,
  messageChanged,
  messageDeleted,
  typing,
} from '@veranda/contract/conversations/events.ts'
import { unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import { streamHeads, streamClosed } from '@veranda/contract/realtime/events.ts'
import { listConversations, readConversation } from '@veranda/contract/conversations/routes.ts'
import { on } from '../../lib/realtime.ts'
import { invalidateReads } from '../../lib/api/query.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { applyMessage, applyReadCursor } from './conversation-cache.ts'
import { toDeletedEntry, toEditedEntry, toSentEntry, withUser, withReadCursor } from './conversation-timeline.ts'
import { closeConversation, findOpenConversation } from './open-conversations.ts'
import { applyTyping, clearTyping } from './messages/typing.ts'

/** Registers this feature's socket event handlers, once, when the app starts. */
export function registerConversationEvents(): void {
  let lastUnread: number | undefined
  on(chatMessage, (event) => {
    const sync = findOpenConversation(event.conversationId)
    const user = { id: event.userId, name: event.username, avatar: event.avatar }
    sync?.updateTimeline((log) => withUser(log, user))
    sync?.receive(toSentEntry(event, sessionStore.get().user?.id))
    clearTyping(event.conversationId, event.userId)
    if (!applyMessage(event, sessionStore.get().user?.id)) void invalidateReads(listConversations)
  })
  on(messageChanged, (event) => {
    findOpenConversation(event.conversationId)?.receive(toEditedEntry(event))
    void invalidateReads(listConversations)
  })
  on(messageDeleted, (event) => {
    findOpenConversation(event.conversationId)?.receive(toDeletedEntry(event))
    void invalidateReads(listConversations)
  })
  on(conversationRead, (event) => {
    if (event.userId === sessionStore.get().user?.id) applyReadCursor(event.conversationId, event.read)
    else
      findOpenConversation(event.conversationId)?.updateTimeline((log) => withReadCursor(log, event.userId, event.read))
  })
  on(typing, (event) => {
    if (event.userId !== sessionStore.get().user?.id) applyTyping(event)
  })
  on(unreadCountChanged, ({ messages }) => {
    // A conversation whose stream this socket has not joined has a new message, or was read on another device.
    if (messages !== lastUnread) void invalidateReads(listConversations)
    lastUnread = messages
  })
  on(conversationChanged, ({ id, member }) => {
    if (!member) closeConversation(id)
    invalidateOnEvent(listConversations, { route: readConversation, params: { id } })
  })
  on(streamHeads, ({ streams }) => {
    for (const { kind, id, seq } of streams) if (kind === 'conversation') findOpenConversation(id)?.noteHead(seq)
  })
  on(streamClosed, ({ kind, id }) => {
    if (kind !== 'conversation') return
    closeConversation(id)
    void invalidateReads(listConversations)
  })
}
