import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { addressOf } from './address.ts'
import { currentLanguage } from './language.ts'
import { networkProblem, readProblem } from './problem.ts'
import { renew } from './renew.ts'
import { storedToken } from './session.ts'
import { readRetries, retryDelay, settings, tokenBuffer } from './settings.ts'
import { watchSlow } from './slow.ts'
import { endsWithin } from './token.ts'

type Given<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Partial<T & object> extends T
    ? { [K in Name]?: T | undefined }
    : { [K in Name]: T }

/** What a route wants: params, query and body as its contract names them, none that it does not. */
export type ArgsOf<R extends Route> = Given<'params', ParamsOf<R>> &
  Given<'query', QueryOf<R>> &
  Given<'body', BodyOf<R>>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Sent as Idempotency-Key: the same key and body again answers the same, and takes effect once. */
  idempotencyKey?: string | undefined
}

/** Arguments that may be left out altogether when the route wants none. */
export type CallArgs<R extends Route> =
  Record<never, never> extends ArgsOf<R>
    ? [args?: ArgsOf<R>, options?: CallOptions]
    : [args: ArgsOf<R>, options?: CallOptions]

/**
 * Calls one route of the contract and answers its reply. Throws a `Problem`, or the AbortError of the caller's signal.
 * A token near its end is renewed first, one that is refused once after; reads are tried again on network errors and
 * 502 to 504. There is no timeout; what takes long is shown and can be stopped.
 */
export async function call<R extends Route>(route: R, ...[args, options = {}]: CallArgs<R>): Promise<ReplyOf<R>> {
  const stopper = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stopper.signal]) : stopper.signal
  const unwatch = watchSlow(() => stopper.abort())
  try {
    const response = await sendWithToken(route, args ?? {}, { ...options, signal })
    if (!response.ok) throw await readProblem(response)
    if (settings.debug) console.debug(route.method, route.path, response.status)
    // The server serialises every reply by this route's schema.
    return (response.status === 204 ? undefined : await response.json()) as ReplyOf<R>
  } finally {
    unwatch()
  }
}

type LooseArgs = { params?: object | undefined; query?: object | undefined; body?: unknown }

async function sendWithToken(route: Route, args: LooseArgs, options: CallOptions): Promise<Response> {
  let token = storedToken()
  if (token !== undefined && endsWithin(token, tokenBuffer, Date.now())) {
    const renewal = await renew(token)
    if (renewal.outcome === 'renewed') token = renewal.token
  }
  const response = await sendWithRetries(route, args, options, token)
  if (response.status !== 401 || token === undefined) return response
  const renewal = await renew(token)
  return renewal.outcome === 'renewed' ? sendWithRetries(route, args, options, renewal.token) : response
}

async function sendWithRetries(route: Route, args: LooseArgs, options: CallOptions, token: string | undefined) {
  const tries = route.method === 'GET' ? readRetries : 0
  for (let tried = 0; ; tried++) {
    const response = await send(route, args, options, token)
    const passing = response === undefined || (response.status >= 502 && response.status <= 504)
    if (!passing || tried >= tries) {
      if (response === undefined) throw networkProblem()
      return response
    }
    await pause(retryDelay, options.signal)
  }
}

/** Undefined when nobody answered. */
async function send(route: Route, args: LooseArgs, options: CallOptions, token: string | undefined) {
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
    return await fetch(addressOf(route, args), init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    return undefined
  }
}

function pause(length: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, length)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
