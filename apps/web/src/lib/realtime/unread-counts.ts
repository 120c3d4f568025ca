import { sessionStore } from '../session/session.ts'
import { createStore, useStore } from '../store.ts'

export type UnreadCounts = { readonly count: number; readonly messages: number; readonly version: number }

const storageKey = 'veranda-unread'
const noUnread: UnreadCounts = { count: 0, messages: 0, version: -1 }
// The last counts of this tab are shown until the server's arrive, so that a reload does not empty the badges.
const unreadStore = createStore(readStoredCounts())

unreadStore.subscribe(() => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(unreadStore.get()))
  } catch {
    // Only a reload shows the difference.
  }
})
sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') unreadStore.set(noUnread)
})

function readStoredCounts(): UnreadCounts {
  try {
    // Written only above, in this tab. Any count of the server is newer.
    return {
      ...noUnread,
      ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<UnreadCounts>),
      version: -1,
    }
  } catch {
    return noUnread
  }
}

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
