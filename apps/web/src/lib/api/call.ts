import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { networkProblem, readProblem } from './problem.ts'
import { refreshToken } from '../session/refresh-token.ts'
import { storedToken } from '../session/session.ts'
import { debugLogging, maxReadRetries, retryDelayMs, tokenRefreshBufferSeconds } from '../build-settings.ts'
import { type CallOptions, type LooseArgs, send } from './send.ts'
import { trackRequest } from './slow-requests.ts'
import { expiresWithin } from '../session/token.ts'

type ArgPart<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Partial<T & object> extends T
    ? { [K in Name]?: T | undefined }
    : { [K in Name]: T }

/** The arguments of a route: exactly the params, query and body its contract names. */
export type ArgsOf<R extends Route> = ArgPart<'params', ParamsOf<R>> &
  ArgPart<'query', QueryOf<R>> &
  ArgPart<'body', BodyOf<R>>

/** Arguments that may be omitted if the route has none. */
export type CallArgs<R extends Route> =
  Record<never, never> extends ArgsOf<R>
    ? [args?: ArgsOf<R>, options?: CallOptions]
    : [args: ArgsOf<R>, options?: CallOptions]

/**
 * Calls one route of the contract and returns its reply. Throws a `Problem`, or the AbortError of the caller's signal.
 * Refreshes a token that is about to expire first, and a refused one once after; retries reads on network errors and
 * 502 to 504. There is no timeout: slow calls are shown and can be stopped.
 */
export async function call<R extends Route>(route: R, ...[args, options = {}]: CallArgs<R>): Promise<ReplyOf<R>> {
  const abortController = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, abortController.signal]) : abortController.signal
  const stopWatching = trackRequest(() => abortController.abort())
  try {
    const response = await sendWithToken(route, args ?? {}, { ...options, signal })
    if (!response.ok) throw await readProblem(response)
    if (debugLogging) console.debug(route.method, route.path, response.status)
    // The server serializes every reply with this route's schema.
    return (response.status === 204 ? undefined : await response.json()) as ReplyOf<R>
  } finally {
    stopWatching()
  }
}

async function sendWithToken(route: Route, args: LooseArgs, options: CallOptions): Promise<Response> {
  let token = storedToken()
  if (token !== undefined && expiresWithin(token, tokenRefreshBufferSeconds, Date.now())) {
    const renewal = await refreshToken(token)
    if (renewal.outcome === 'renewed') token = renewal.token
  }
  const response = await sendWithRetries(route, args, options, token)
  if (response.status !== 401 || token === undefined) return response
  const renewal = await refreshToken(token)
  return renewal.outcome === 'renewed' ? sendWithRetries(route, args, options, renewal.token) : response
}

async function sendWithRetries(route: Route, args: LooseArgs, options: CallOptions, token: string | undefined) {
  const maxRetries = route.method === 'GET' ? maxReadRetries : 0
  for (let attempts = 0; ; attempts++) {
    const response = await send(route, args, options, token)
    const transient = response === undefined || (response.status >= 502 && response.status <= 504)
    if (!transient || attempts >= maxRetries) {
      if (response === undefined) throw networkProblem()
      return response
    }
    await wait(retryDelayMs, options.signal)
  }
}

function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
