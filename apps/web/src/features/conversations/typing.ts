import { type Typing } from '@veranda/contract/conversations/live.ts'
import { emitVolatile } from '../../lib/live.ts'
import { createStore, useStore } from '../../lib/store.ts'

export type Writer = { readonly conversationId: string; readonly userId: string; readonly name: string }

/** Somebody who stops without saying so has stopped after this long, in milliseconds. */
const fades = 6000
/** One says again that one is writing this often, in milliseconds. */
const again = 3000

const writers = createStore<readonly Writer[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Who is writing in a conversation at this moment. */
export function useWriters(conversationId: string): readonly Writer[] {
  return useStore(writers).filter((writer) => writer.conversationId === conversationId)
}

export function heardTyping({ conversationId, userId, username, on }: Typing): void {
  stoppedTyping(conversationId, userId)
  if (!on) return
  writers.set([...writers.get(), { conversationId, userId, name: username }])
  timers.set(
    `${conversationId} ${userId}`,
    setTimeout(() => stoppedTyping(conversationId, userId), fades),
  )
}

export function stoppedTyping(conversationId: string, userId: string): void {
  clearTimeout(timers.get(`${conversationId} ${userId}`))
  const staying = writers.get().filter((w) => w.conversationId !== conversationId || w.userId !== userId)
  if (staying.length !== writers.get().length) writers.set(staying)
}

let told: { conversationId: string; at: number } | undefined

/** Tells the others, at most every three seconds. */
export function tellTyping(conversationId: string): void {
  const now = Date.now()
  if (told?.conversationId === conversationId && now - told.at < again) return
  told = { conversationId, at: now }
  emitVolatile('typing', { conversationId, on: true })
}

/** The message went out, or was given up. */
export function tellStopped(conversationId: string): void {
  if (told?.conversationId !== conversationId) return
  told = undefined
  emitVolatile('typing', { conversationId, on: false })
}
