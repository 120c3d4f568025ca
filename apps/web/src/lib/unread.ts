import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'

export type Unread = { readonly count: number; readonly messages: number; readonly version: number }

const none: Unread = { count: 0, messages: 0, version: -1 }
const unread = createStore(none)

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') unread.set(none)
})

/** Unread notifications and messages, as the server counts them. */
export function useUnread(): Unread {
  return useStore(unread)
}

/** The same outside of components. */
export function unreadNow(): Unread {
  return unread.get()
}

/** Takes newer counts; older ones than those shown change nothing. Never below nought. */
export function keepUnread(next: Partial<Unread> & { version: number }): void {
  const shown = unread.get()
  if (next.version < shown.version) return
  unread.set({
    count: Math.max(0, next.count ?? shown.count),
    messages: Math.max(0, next.messages ?? shown.messages),
    version: next.version,
  })
}
