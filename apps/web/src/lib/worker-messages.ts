/** The one address of the service worker; its scope is the whole app. */
export const serviceWorkerUrl = '/service-worker.js'

/** From the worker to a tab, which replies on the port: a notification that leads to this path of ours was pressed. */
export type OpenPathMessage = { readonly kind: 'open-path'; readonly path: string }

/** Returns whether a text is a path of our own. */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path)
}

/** Caches of the app's own files; "Reload Page" deletes them. */
export const shellCachePrefix = 'veranda-shell-'
/** Caches of the replies that a user can read offline; the user's id follows. */
export const readCachePrefix = 'veranda-reads-'
/** The cache of files that another app shared with this one. */
export const sharedFilesCache = 'veranda-shared-files'

/** The time at which a kept reply was read, in its headers. */
export const readAtHeader = 'x-read-at'

/** From a tab to the worker, which replies on the port with its `WorkerStatus`. */
export type DescribeMessage = { readonly kind: 'describe' }

/** From a tab to the worker: files that it loaded before the worker was there. */
export type KeepAssetsMessage = { readonly kind: 'keep-assets'; readonly urls: readonly string[] }

/** From the worker to a tab: a reply was kept from an earlier time, or, with null, is new again. */
export type ReadMessage = { readonly kind: 'read'; readonly url: string; readonly readAt: string | null }

export type WorkerStatus = {
  /** The address of the first script of the worker's build. */
  readonly entry: string
  /** The kept replies that this tab was given: addresses, and when they were read (ISO). */
  readonly reads: readonly (readonly [url: string, readAt: string])[]
}
