/** Build-time settings with their defaults. Nothing else in the app reads the build environment. */
export const buildSettings = {
  apiUrl: (import.meta.env.VITE_API_URL ?? '/api').replace(/\/$/, ''),
  /** Socket address; empty means the page's origin. */
  socketUrl: import.meta.env.VITE_SOCKET_URL ?? '',
  /** Refreshes the token on a timer before it expires; if off, the next call that needs it does. */
  tokenRefresh: import.meta.env.VITE_TOKEN_REFRESH === 'true',
  debug: import.meta.env.VITE_DEBUG === 'true',
} as const

/** A token this close to its expiry is refreshed before use. */
export const tokenRefreshBufferSeconds = 300
/** Number of retries for failed reads. */
export const maxReadRetries = 3
export const retryDelayMs = 1000
/** Calls that take longer are shown as slow. */
export const slowRequestAfterMs = 10_000
/** Unused query data is dropped after this time. */
export const cacheMaxAgeMs = 3_600_000
