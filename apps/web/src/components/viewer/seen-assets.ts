import { createStore } from '../../lib/store.ts'

/** The assets that were drawn in a viewer or a room since this page was loaded, by id. */
export const seenAssets = createStore<ReadonlySet<string>>(new Set())

/** Remembers that an asset was drawn. */
export function markAssetSeen(id: string): void {
  const seen = seenAssets.get()
  if (!seen.has(id)) seenAssets.set(new Set([...seen, id]))
}
