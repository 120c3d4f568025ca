import { deviceStorage } from './device/device-storage.ts'

/** A write that the database of its queue does not have yet. */
export type UnqueuedWrite<P> = { readonly clientId: string; readonly lane: string; readonly payload: P }

/** The writes that this page has noted, and puts into their queue itself. */
const ownKeys = new Set<string>()

/**
 * Notes a write at once, in local storage, because a page that is closed does not wait for its database. Returns how to
 * forget it once the queue has it. A sign-out names and forgets all of them, with the rest of local storage.
 */
export function noteUnqueuedWrite<P>(queue: string, write: UnqueuedWrite<P>): () => void {
  const key = `unqueued ${queue} ${write.clientId}`
  ownKeys.add(key)
  deviceStorage.set(key, JSON.stringify(write))
  return () => deviceStorage.remove(key)
}

/** Returns what earlier pages have noted for a queue and not put into it, oldest first, each with how to forget it. */
export function unqueuedWrites<P>(queue: string): { write: UnqueuedWrite<P>; forget: () => void }[] {
  const keys = deviceStorage.keys().filter((key) => key.startsWith(`unqueued ${queue} `) && !ownKeys.has(key))
  // UUIDv7 keys sort by creation time.
  return keys.toSorted().flatMap((key) => {
    const noted = deviceStorage.get(key)
    // Written above only.
    const write = JSON.parse(noted ?? 'null') as UnqueuedWrite<P> | null
    return write ? [{ write, forget: () => deviceStorage.remove(key) }] : []
  })
}
