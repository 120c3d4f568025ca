import { shellCachePrefix } from '../lib/worker-messages.ts'

/** The files that open the app, written by the build (vite.config.ts). */
declare const shellFiles: readonly string[]
/** The first script of this build, by whose name builds differ. */
declare const shellEntryFile: string

export const shellEntry = shellEntryFile

const ownFiles: ReadonlySet<string> = new Set(shellFiles)

/** Hashed files that were used and are not part of the shell. */
const usedAssetsCache = `${shellCachePrefix}used`
const maxUsedAssets = 250
/** A document that takes longer comes from the cache. */
const documentDeadlineMs = 2_000
const documentKey = '/'

/**
 * Keeps the files that open the app. Each build has a cache of its own, and that of the build before stays, for tabs that
 * are still open.
 */
export function makeShellCache() {
  const cacheName = `${shellCachePrefix}${/[\da-f]+(?=\.js$)/.exec(shellEntry)?.[0] ?? 'build'}`

  /** Keeps the document of this build; one of another build would ask for files that are not in the cache. */
  async function keepDocument(response: Response): Promise<void> {
    const copy = response.clone()
    if (!response.ok || !(await response.text()).includes(shellEntry)) {
      throw new Error('the server has another build than this worker')
    }
    await (await caches.open(cacheName)).put(documentKey, copy)
  }

  async function keepUsed(url: string, response: Response): Promise<void> {
    const cache = await caches.open(usedAssetsCache)
    await cache.put(url, response)
    const keys = await cache.keys()
    for (const oldest of keys.slice(0, Math.max(0, keys.length - maxUsedAssets))) await cache.delete(oldest)
  }

  return {
    /** Fetches all files of the shell; fails if one of them is missing, or if the document is of another build. */
    async install(): Promise<void> {
      const document = await fetch(documentKey, { cache: 'no-cache', credentials: 'omit' })
      await (await caches.open(cacheName)).addAll([...ownFiles])
      await keepDocument(document)
    },
    /** Deletes the caches of all builds but this one and the one before. */
    async dropFormer(): Promise<void> {
      const names = (await caches.keys()).filter(
        (name) => name.startsWith(shellCachePrefix) && name !== usedAssetsCache,
      )
      const former = names.filter((name) => name !== cacheName).slice(0, -1)
      for (const name of former) await caches.delete(name)
    },
    has: (path: string): boolean => path.startsWith('/assets/') || ownFiles.has(path),
    /** Returns the document from the network, else, or after the deadline, the one that was kept. */
    async answerDocument(event: FetchEvent): Promise<Response> {
      const network = fetch(event.request)
      const kept = await caches.match(documentKey, { cacheName })
      if (!kept) {
        event.waitUntil(network.then((response) => keepDocument(response.clone())).catch(() => undefined))
        return network
      }
      const response = await Promise.race([network.catch(() => undefined), wait(documentDeadlineMs)])
      if (response && response.status < 500) return response
      letGo(network)
      return withFreshNonce(kept)
    },
    /** Returns a hashed file from the cache, and any other from the network first, because its content may change. */
    async answerAsset(event: FetchEvent): Promise<Response> {
      const { request } = event
      const kept = await caches.match(request.url, { ignoreVary: true })
      const isHashed = new URL(request.url).pathname.startsWith('/assets/')
      if (kept && isHashed) return kept
      const response = await fetch(request).catch((error: unknown) => {
        if (kept) return kept
        throw error
      })
      if (isHashed && response.status === 200) event.waitUntil(keepUsed(request.url, response.clone()))
      return response
    },
    /** Keeps files that a tab loaded before this worker was there. */
    async keep(urls: readonly string[]): Promise<void> {
      for (const url of urls) {
        if (!new URL(url, location.origin).pathname.startsWith('/assets/') || (await caches.match(url))) continue
        const response = await fetch(url).catch(() => undefined)
        if (response?.status === 200) await keepUsed(url, response)
      }
    },
  }
}

/**
 * Cancels a response that is not used, now or when it arrives. Its unread body would hold a connection, and this worker as
 * busy, so that the next one would not take over.
 */
function letGo(response: Promise<Response>): void {
  void response.then(({ body }) => body?.cancel()).catch(() => undefined)
}

function wait(delayMs: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), delayMs))
}

/** Returns a kept document with a nonce of its own in its text and its content policy. */
async function withFreshNonce(kept: Response): Promise<Response> {
  const headers = new Headers(kept.headers)
  const policy = headers.get('content-security-policy') ?? ''
  const former = /'nonce-([^']+)'/.exec(policy)?.[1]
  if (former === undefined) return kept
  const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
  headers.set('content-security-policy', policy.replaceAll(former, fresh))
  return new Response((await kept.text()).replaceAll(former, fresh), { status: kept.status, headers })
}
