import { sendTyping, type Typing } from '@veranda/contract/conversations/events.ts'
import { emitVolatile } from '../../../lib/realtime/realtime.ts'
import { createStore, useStore } from '../../../lib/store.ts'

export type TypingUser = { readonly conversationId: string; readonly userId: string; readonly name: string }

/** A typing user expires after this time without a further event. */
const typingExpiryMs = 6000
/** Typing is sent again at this interval. */
const typingRepeatMs = 3000

const typingUsers = createStore<readonly TypingUser[]>([])
const expiryTimers = new Map<string, ReturnType<typeof setTimeout>>()

/** Returns the users who are typing in a conversation. */
export function useTypingUsers(conversationId: string): readonly TypingUser[] {
  return useStore(typingUsers).filter((user) => user.conversationId === conversationId)
}

export function applyTyping({ conversationId, userId, username, on }: Typing): void {
  clearTyping(conversationId, userId)
  if (!on) return
  typingUsers.set([...typingUsers.get(), { conversationId, userId, name: username }])
  expiryTimers.set(
    `${conversationId} ${userId}`,
    setTimeout(() => clearTyping(conversationId, userId), typingExpiryMs),
  )
}

export function clearTyping(conversationId: string, userId: string): void {
  clearTimeout(expiryTimers.get(`${conversationId} ${userId}`))
  const remaining = typingUsers.get().filter((user) => user.conversationId !== conversationId || user.userId !== userId)
  if (remaining.length !== typingUsers.get().length) typingUsers.set(remaining)
}

let lastEmitted: { conversationId: string; at: number } | undefined

/** Sends that the user is typing, at most every three seconds. */
export function emitTyping(conversationId: string): void {
  const now = Date.now()
  if (lastEmitted?.conversationId === conversationId && now - lastEmitted.at < typingRepeatMs) return
  lastEmitted = { conversationId, at: now }
  emitVolatile(sendTyping, { conversationId, on: true })
}

/** Sends that the user stopped typing, after sending or discarding the message. */
export function emitTypingStopped(conversationId: string): void {
  if (lastEmitted?.conversationId !== conversationId) return
  lastEmitted = undefined
  emitVolatile(sendTyping, { conversationId, on: false })
}
