/**
 * The switches and constants of the web app, with the defaults of the specification. Nothing else reads the build
 * environment. Each switch is a constant of its own, so that the bundler leaves out what is off. Rules that the server
 * applies too (thresholds, quiet hours, lengths) are constants of the core, and sizes of primitives belong to the ui.
 * The switches for push, social sign-in and demo users belong to the installation and come with its public configuration.
 */

/** Addresses, which a build may set. */
export const buildSettings = {
  apiUrl: (import.meta.env.VITE_API_URL ?? '/api').replace(/\/$/, ''),
  /** Socket address; empty means the page's origin. */
  socketUrl: import.meta.env.VITE_SOCKET_URL ?? '',
} as const

/** Refreshes the token on a timer before it expires; if off, the next call that needs it does. */
export const tokenRefresh = import.meta.env.VITE_TOKEN_REFRESH === 'true'
/** Writes calls and realtime events to the console. */
export const debugLogging = import.meta.env.VITE_DEBUG === 'true'
/** Makes the static preview that needs no server: `src/mock` replaces the network. */
export const mockApi = import.meta.env.VITE_MOCK_API === 'true'
/** Counts page views on our own server. */
export const analytics = !mockApi && import.meta.env.VITE_ANALYTICS !== 'false'
/** Reports errors of the app to our own server. */
export const errorReporting = !mockApi && import.meta.env.VITE_ERROR_REPORTING !== 'false'
/** Opens the app without a network, with what was read last. Never on the development server. */
export const offlineMode = import.meta.env.PROD && !mockApi && import.meta.env.VITE_OFFLINE !== 'false'
/** Loads screens when they are opened and images when they come near; if off, everything at the start. */
export const lazyLoading = import.meta.env.VITE_LAZY_LOADING !== 'false'
/** Offers images in several widths and formats; if off, only the one that every browser shows. */
export const imageOptimisation = import.meta.env.VITE_IMAGE_OPTIMISATION !== 'false'

export const appVersion = '1.0.0'
/** A token this close to its expiry is refreshed before use. */
export const tokenRefreshBufferSeconds = 300
/** Number of retries for failed reads. */
export const maxReadRetries = 3
export const retryDelayMs = 1000
/** Calls that take longer are shown as slow. There is no timeout. */
export const slowRequestAfterMs = 10_000
/** Unused query data is dropped after this time, and what was read earlier is shown as old. */
export const cacheMaxAgeMs = 3_600_000
/** A screen or catalogue that has not loaded after this time has failed. */
export const loadTimeoutMs = 120_000
export const connectTimeoutMs = 20_000
/** Delay before the first attempt to reconnect; it doubles with each further one, up to that of the library. */
export const reconnectDelayMs = 1_000
/** A toast closes by itself after this time, unless it is urgent. */
export const toastTimeoutMs = 5_000
/** Snackbars that are visible at once; the rest wait. */
export const maxSnackbars = 3
