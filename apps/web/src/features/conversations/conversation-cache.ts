import { type InfiniteData } from '@tanstack/react-query'
import { type ChatMessage } from '@veranda/contract/conversations/live.ts'
import { listConversations, readConversation } from '@veranda/contract/conversations/routes.ts'
import { type Conversation, type ConversationList } from '@veranda/contract/conversations/schemas.ts'
import { cache, keyOf } from '../../lib/query.ts'
import { inSight } from './threads.ts'

type Pages = InfiniteData<ConversationList>

/** A message in some conversation of mine: it goes to the top of the list. False when the list does not know it. */
export function heardMessage(event: ChatMessage, me: string | undefined): boolean {
  const foreign = event.userId !== me
  const seen = inSight.get() === event.conversationId
  return changeConversation(event.conversationId, (conversation) => {
    // An entry that was heard twice counts once.
    if (event.seq <= conversation.head) return conversation
    return {
      ...conversation,
      head: event.seq,
      last: {
        text: event.message,
        attached: event.works?.[0]?.kind ?? null,
        by: event.userId,
        at: event.timestamp,
        deleted: false,
      },
      unread: conversation.unread + (foreign && !seen ? 1 : 0),
      updatedAt: event.timestamp,
    }
  })
}

/** I have read up to there, here or on another device. */
export function heardRead(conversationId: string, read: number): void {
  const readOn = (conversation: Conversation) =>
    read <= conversation.read
      ? conversation
      : { ...conversation, read, unread: read >= conversation.head ? 0 : conversation.unread }
  changeConversation(conversationId, readOn)
  const key = keyOf(readConversation, { params: { id: conversationId } })
  cache.setQueryData<Conversation>(key, (conversation) => conversation && readOn(conversation))
}

function changeConversation(id: string, change: (conversation: Conversation) => Conversation): boolean {
  let known = false
  cache.setQueriesData<Pages | ConversationList>({ queryKey: keyOf(listConversations) }, (data) => {
    if (!data) return data
    // The chat of a project reads its one conversation without paging.
    if (!('pages' in data)) {
      return { ...data, items: data.items.map((item) => (item.id === id ? change(item) : item)) }
    }
    const items = data.pages.flatMap((page) => page.items)
    const found = items.find((conversation) => conversation.id === id)
    if (!found) return data
    known = true
    const changed = change(found)
    if (changed === found) return data
    return { ...data, pages: arranged(data.pages, changed) }
  })
  return known
}

/** The pages with one conversation changed, and the latest first. */
export function arranged(pages: readonly ConversationList[], changed: Conversation): ConversationList[] {
  const all = pages.flatMap((page) => page.items).map((item) => (item.id === changed.id ? changed : item))
  const sorted = all.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0))
  let start = 0
  return pages.map((page) => {
    const items = sorted.slice(start, start + page.items.length)
    start += page.items.length
    return { ...page, items }
  })
}
