import { sessionStore } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** Ids of the assets and images that the user has had in front of them on this page, in a viewer or in a room. */
const seenAssets = createStore<ReadonlySet<string>>(new Set())

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') seenAssets.set(new Set())
})

/** Records that an asset or image is in front of the user: drawn, not only requested; a video played, not only loaded. */
export function markAssetSeen(id: string): void {
  const seen = seenAssets.get()
  if (!seen.has(id)) seenAssets.set(new Set(seen).add(id))
}

/** Returns the ids of the assets and images that the user has seen. */
export function useSeenAssets(): ReadonlySet<string> {
  return useStore(seenAssets)
}
