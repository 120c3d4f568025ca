import { readAtHeader, readCachePrefix, sharedFilesCache } from '../lib/worker-messages.ts'

/** More replies than this are not kept; the oldest goes first. */
const maxKeptReads = 200

type ReadNote = { readonly url: string; readonly readAt: string | null }

/**
 * Keeps the last reply of each read, in a cache of its own for each user, and gives it when the network fails. `note` receives
 * for each tab which replies are kept ones, and, with null, which are new again.
 */
export function makeReadCache(note: (clientId: string, note: ReadNote) => void) {
  /** Counts sign-outs: a reply that was on its way is not kept after one. */
  let generation = 0

  async function keep(userId: string, url: string, response: Response, startedIn: number): Promise<void> {
    const body = await response.arrayBuffer()
    const name = `${readCachePrefix}${userId}`
    // A browser keeps the reads of one user.
    for (const other of await caches.keys())
      if (other.startsWith(readCachePrefix) && other !== name) await caches.delete(other)
    if (generation !== startedIn) return
    const cache = await caches.open(name)
    const headers = { 'content-type': 'application/json', [readAtHeader]: new Date().toISOString() }
    await cache.put(url, new Response(body, { headers }))
    const keys = await cache.keys()
    for (const oldest of keys.slice(0, Math.max(0, keys.length - maxKeptReads))) await cache.delete(oldest)
    if (generation !== startedIn) await caches.delete(name)
  }

  async function find(userId: string, url: string): Promise<Response | undefined> {
    const name = `${readCachePrefix}${userId}`
    return (await caches.has(name)) ? caches.match(url, { cacheName: name }) : undefined
  }

  return {
    /** Returns the reply of the network, else the one that was kept. */
    async answer(event: FetchEvent, userId: string): Promise<Response> {
      const { request, clientId } = event
      const { url } = request
      const startedIn = generation
      const response = await fetch(request).catch((error: unknown) => toError(error))
      const isReply = response instanceof Response && !isGatewayError(response)
      if (isReply) {
        if (response.ok && mayKeep(response)) event.waitUntil(keep(userId, url, response.clone(), startedIn))
        // What the user may no longer see is not kept either.
        else if (response.status === 403 || response.status === 404) event.waitUntil(drop(userId, url))
        note(clientId, { url, readAt: null })
        return response
      }
      const kept = startedIn === generation ? await find(userId, url) : undefined
      if (kept) {
        // An unread body would hold a connection.
        if (response instanceof Response) void response.body?.cancel()
        note(clientId, { url, readAt: kept.headers.get(readAtHeader) })
        return kept
      }
      if (response instanceof Response) return response
      throw response
    },
    /** Deletes what was kept of every user, and what was shared with the app. */
    async forgetAll(): Promise<void> {
      generation += 1
      const names = await caches.keys()
      const own = names.filter((name) => name.startsWith(readCachePrefix) || name === sharedFilesCache)
      await Promise.all(own.map((name) => caches.delete(name)))
    },
  }
}

async function drop(userId: string, url: string): Promise<void> {
  const name = `${readCachePrefix}${userId}`
  if (await caches.has(name)) await (await caches.open(name)).delete(url)
}

function mayKeep(response: Response): boolean {
  return !response.headers.get('cache-control')?.includes('no-store')
}

/** Returns whether a proxy replied because the server is not there. */
function isGatewayError({ status }: Response): boolean {
  return status >= 502 && status <= 504
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
