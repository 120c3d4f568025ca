import { type InfiniteData } from '@tanstack/react-query'
import { type ChatMessage } from '@veranda/contract/conversations/events.ts'
import { listConversations, readConversation } from '@veranda/contract/conversations/routes.ts'
import { type Conversation, type ConversationList } from '@veranda/contract/conversations/schemas.ts'
import { queryCache, queryKeyOf } from '../../lib/api/query.ts'
import { visibleConversationId } from './open-conversations.ts'

type Pages = InfiniteData<ConversationList>

/**
 * Applies a new message to the conversation list and moves the conversation to the top, before the list is refetched.
 */
export function applyMessage(event: ChatMessage, me: string | undefined): void {
  const byAnother = event.userId !== me
  const visible = visibleConversationId.get() === event.conversationId
  updateConversation(event.conversationId, (conversation) => {
    // A duplicate event counts once.
    if (event.seq <= conversation.head) return conversation
    return {
      ...conversation,
      head: event.seq,
      last: {
        text: event.message,
        attachmentKind: event.attachments?.[0]?.kind ?? null,
        by: event.userId,
        at: event.timestamp,
        deleted: false,
      },
      unread: conversation.unread + (byAnother && !visible ? 1 : 0),
      updatedAt: event.timestamp,
    }
  })
}

/** Applies the user's own read cursor, moved here or on another device. */
export function applyReadCursor(conversationId: string, read: number): void {
  const withReadCursor = (conversation: Conversation) =>
    read <= conversation.read
      ? conversation
      : { ...conversation, read, unread: read >= conversation.head ? 0 : conversation.unread }
  updateConversation(conversationId, withReadCursor)
  const key = queryKeyOf(readConversation, { params: { id: conversationId } })
  queryCache.setQueryData<Conversation>(key, (conversation) => conversation && withReadCursor(conversation))
}

function updateConversation(id: string, change: (conversation: Conversation) => Conversation): void {
  queryCache.setQueriesData<Pages | ConversationList>({ queryKey: queryKeyOf(listConversations) }, (data) => {
    if (!data) return data
    // The project chat reads its single conversation without paging.
    if (!('pages' in data)) {
      return { ...data, items: data.items.map((item) => (item.id === id ? change(item) : item)) }
    }
    const items = data.pages.flatMap((page) => page.items)
    const found = items.find((conversation) => conversation.id === id)
    if (!found) return data
    const changed = change(found)
    if (changed === found) return data
    return { ...data, pages: reorderPages(data.pages, changed) }
  })
}

/** Replaces one conversation and sorts the pages as the server does: by latest activity, projects without a message last. */
export function reorderPages(pages: readonly ConversationList[], changed: Conversation): ConversationList[] {
  const all = pages.flatMap((page) => page.items).map((item) => (item.id === changed.id ? changed : item))
  const isEmpty = ({ kind, head }: Conversation) => Number(kind === 'project' && head === 0)
  const sorted = all.toSorted(
    (a, b) => isEmpty(a) - isEmpty(b) || (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0),
  )
  let start = 0
  return pages.map((page) => {
    const items = sorted.slice(start, start + page.items.length)
    start += page.items.length
    return { ...page, items }
  })
}
