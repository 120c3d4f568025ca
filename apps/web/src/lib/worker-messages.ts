/** The one address of the service worker; its scope is the whole app. */
export const serviceWorkerUrl = '/service-worker.js'

/** From the worker to a tab, which replies on the port: a notification that leads to this path of ours was pressed. */
export type OpenPathMessage = { readonly kind: 'open-path'; readonly path: string }

/** Returns whether a text is a path of our own. */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path)
}
