/** What the build may change, each with the product's default. Nothing else in the app reads the build environment. */
export const settings = {
  apiUrl: (import.meta.env.VITE_API_URL ?? '/api').replace(/\/$/, ''),
  /** Where the socket lives; empty is the origin of the page. */
  socketUrl: import.meta.env.VITE_SOCKET_URL ?? '',
  /** Renews the token by a timer ahead of its end; off, the first call in need does. */
  tokenRefresh: import.meta.env.VITE_TOKEN_REFRESH === 'true',
  debug: import.meta.env.VITE_DEBUG === 'true',
} as const

/** A token this close to its end is renewed before it is used, in seconds. */
export const tokenBuffer = 300
/** Reads that fail on the way are tried again this often, this far apart (milliseconds). */
export const readRetries = 3
export const retryDelay = 1000
/** A call that takes longer is shown as still working (milliseconds). */
export const slowAfter = 10_000
/** The age from which a cached read is shown as old (milliseconds). */
export const cacheAge = 3_600_000
