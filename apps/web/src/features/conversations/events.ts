import {
  chatMessage,
  conversationChanged,
  conversationRead,
  membershipChanged,
  messageChanged,
  messageDeleted,
  typing,
} from '@veranda/contract/conversations/events.ts'
import { streamHeads, streamClosed } from '@veranda/contract/realtime/events.ts'
import { listConversations, readConversation } from '@veranda/contract/conversations/routes.ts'
import { on } from '../../lib/realtime/realtime.ts'
import { invalidateReads } from '../../lib/api/query.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { applyMessage, applyReadCursor } from './conversation-cache.ts'
import { toDeletedEntry, toEditedEntry, toSentEntry, withUser, withReadCursor } from './conversation-timeline.ts'
import { closeConversation, findOpenConversation } from './open-conversations.ts'
import { applyTyping, clearTyping } from './messages/typing.ts'

/** Registers this feature's socket event handlers, once, when the app starts. */
export function registerConversationEvents(): void {
  on(chatMessage, (event) => {
    const sync = findOpenConversation(event.conversationId)
    const user = { id: event.userId, name: event.username, avatar: event.avatar }
    sync?.updateTimeline((log) => withUser(log, user))
    sync?.receive(toSentEntry(event, sessionStore.get().user?.id))
    clearTyping(event.conversationId, event.userId)
    applyMessage(event, sessionStore.get().user?.id)
  })
  on(messageChanged, (event) => {
    findOpenConversation(event.conversationId)?.receive(toEditedEntry(event))
  })
  on(messageDeleted, (event) => {
    findOpenConversation(event.conversationId)?.receive(toDeletedEntry(event))
  })
  on(conversationRead, (event) => {
    if (event.userId === sessionStore.get().user?.id) applyReadCursor(event.conversationId, event.read)
    else
      findOpenConversation(event.conversationId)?.updateTimeline((log) => withReadCursor(log, event.userId, event.read))
  })
  on(typing, (event) => {
    if (event.userId !== sessionStore.get().user?.id) applyTyping(event)
  })
  on(conversationChanged, ({ id }) => invalidateConversation(id))
  on(membershipChanged, ({ id, member }) => {
    if (!member) closeConversation(id)
    invalidateConversation(id)
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

function invalidateConversation(id: string): void {
  invalidateOnEvent(listConversations, { route: readConversation, params: { id } })
}
