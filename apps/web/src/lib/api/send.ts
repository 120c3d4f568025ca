import { type Route } from '@veranda/contract/route.ts'
import { currentLanguage } from '../i18n/language.ts'
import { routeUrl } from './route-url.ts'

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Sent as Idempotency-Key: repeating key and body returns the same reply and takes effect once. */
  idempotencyKey?: string | undefined
}

/** The arguments of any route. */
export type LooseArgs = { params?: object | undefined; query?: object | undefined; body?: unknown }

/**
 * Sends one request to the API. Returns undefined when there was no response; throws the AbortError of the caller's
 * signal. Every call of the app leaves by this function, which the mock build replaces.
 */
export async function send(route: Route, args: LooseArgs, options: CallOptions, token: string | undefined) {
  const headers = new Headers({ accept: 'application/json', 'accept-language': currentLanguage() })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  const init: RequestInit = { method: route.method, headers, credentials: 'include', signal: options.signal ?? null }
  if (args.body instanceof Blob) {
    headers.set('content-type', args.body.type)
    init.body = args.body
  } else if (args.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(args.body)
  }
  try {
    return await fetch(routeUrl(route, args), init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    return undefined
  }
}
