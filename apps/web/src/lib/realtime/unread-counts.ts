import { sessionStore } from '../session/session.ts'
import { createStore, useStore } from '../store.ts'

export type UnreadCounts = { readonly count: number; readonly messages: number; readonly version: number }

const noUnread: UnreadCounts = { count: 0, messages: 0, version: -1 }
const unreadStore = createStore(noUnread)

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') unreadStore.set(noUnread)
})

/** Returns the unread notifications and messages as counted by the server. */
export function useUnreadCounts(): UnreadCounts {
  return useStore(unreadStore)
}

/** Returns the same outside components. */
export function getUnreadCounts(): UnreadCounts {
  return unreadStore.get()
}

/** Applies newer counts and ignores older ones. Never below 0. */
export function applyUnreadCounts(next: Partial<UnreadCounts> & { version: number }): void {
  const shown = unreadStore.get()
  if (next.version < shown.version) return
  unreadStore.set({
    count: Math.max(0, next.count ?? shown.count),
    messages: Math.max(0, next.messages ?? shown.messages),
    version: next.version,
  })
}
