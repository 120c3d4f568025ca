import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { type Problem, problem } from '@veranda/contract/shared-schemas.ts'
import { routeSchemas } from '@veranda/contract/testing/route-schemas.ts'
import { parsePart } from '@veranda/contract/testing/schema-pair.ts'
import { onTestFinished, vi } from 'vitest'
import { jsonReply, problemDocument, problemReply } from './replies.ts'
import { buildSettings } from '../build-settings.ts'

/** One request as the server's handler gets it. */
export type ServedCall<R extends Route> = {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
}

/**
 * The reply to each call, or a function of the call, which may throw `Refused`. A promise that the test resolves delays
 * it.
 */
type Handler<R extends Route> = ReplyOf<R> | ((call: ServedCall<R>) => ReplyOf<R> | Promise<ReplyOf<R>>)

/** Returns the fields of a query as the server reads them: a name that is repeated has all its values. */
function toQuery(params: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(params.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** Thrown by a handler that refuses this one call, with a problem of this code. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly more: Partial<Problem>

  constructor(status: number, code: string, more: Partial<Problem> = {}) {
    super(code)
    this.status = status
    this.code = code
    this.more = more
  }
}

type Handle = (call: ServedCall<Route>) => Promise<Response>

export type ContractServer = ReturnType<typeof contractServer>

/**
 * Replaces the network until the test has finished, with a server that speaks the contract: it finds the route by
 * method and path, and parses request and reply by the route's schemas. The test fails if a call has no handler, or if
 * the app or a handler breaks the contract: `atEnd` registers what runs when the test has finished. A later handler of a
 * route replaces the earlier one.
 */
export function contractServer(atEnd: (check: () => void) => void = onTestFinished) {
  const handlers = new Map<Route, Handle>()
  const calls: { route: Route; call: ServedCall<Route> }[] = []
  const violations: string[] = []

  /** Notes what fails the test; the app itself sees a server error. */
  function fail(violation: string): Response {
    violations.push(violation)
    return checkedProblemReply(500, 'test.contract-violated')
  }

  async function handleRequest(url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET'
    const path = url.pathname.slice(buildSettings.apiUrl.length)
    const found = findRoute(method, path)
    if (!found) return fail(`${method} ${path} is no route of the contract`)
    const { schemas, params } = found
    const name = `${method} ${schemas.route.path}`
    const handle = handlers.get(schemas.route)
    if (!handle) return fail(`${name} has no handler (${path}${url.search})`)
    const call = {
      params: parsePart(schemas.params, params),
      query: parsePart(schemas.query, toQuery(url.searchParams)),
      body: parsePart(schemas.body, typeof init.body === 'string' ? JSON.parse(init.body) : undefined),
    }
    for (const [part, { error }] of Object.entries(call)) {
      if (error !== undefined) return fail(`${name} got an invalid ${part}: ${error}`)
    }
    const served = { params: call.params.value, query: call.query.value, body: call.body.value }
    // Parsed by the schemas of this route.
    const typed = served as ServedCall<Route>
    calls.push({ route: schemas.route, call: typed })
    return handle(typed)
  }

  vi.stubGlobal('fetch', async (address: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(address instanceof Request ? address.url : address, location.href)
    return untilAborted(handleRequest(url, init), init.signal)
  })
  atEnd(() => {
    vi.unstubAllGlobals()
    if (violations.length > 0) throw new Error(`the contract was broken:\n${violations.join('\n')}`)
  })

  return {
    /** Handles a route from now on. */
    reply<R extends Route>(route: R, handler: Handler<R>): void {
      const schema = schemasOf(route).reply
      handlers.set(route, async (call) => {
        try {
          // Calls are parsed by the schemas of this route; a reply is never a function.
          const given = typeof handler === 'function' ? await (handler as (call: unknown) => unknown)(call) : handler
          const { value, error } = parsePart(schema, given)
          if (error !== undefined) return fail(`${route.method} ${route.path} cannot reply that: ${error}`)
          return jsonReply(value)
        } catch (thrown) {
          if (thrown instanceof Refused) return checkedProblemReply(thrown.status, thrown.code, thrown.more)
          throw thrown
        }
      })
    },
    /** Refuses every call of a route from now on, with a problem of this code. */
    refuse(route: Route, status: number, code: string, more: Partial<Problem> = {}): void {
      handlers.set(route, () => Promise.resolve(checkedProblemReply(status, code, more)))
    },
    /** Returns the calls of a route so far. */
    calls<R extends Route>(route: R): ServedCall<R>[] {
      // Parsed by the schemas of this route.
      return calls.filter((one) => one.route === route).map(({ call }) => call as ServedCall<R>)
    },
  }
}

function schemasOf(route: Route) {
  const found = routeSchemas.find((candidate) => candidate.route === route)
  if (!found) throw new Error(`${route.method} ${route.path} has no JSON reply in the contract`)
  return found
}

/** Returns the route for a method and path, as the real server would: a literal segment wins over a parameter. */
function findRoute(method: string, path: string) {
  const matches = routeSchemas.flatMap((schemas) => {
    const params = schemas.route.method === method ? matchPath(schemas.route.path, path) : undefined
    return params ? [{ schemas, params }] : []
  })
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0]
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const segments = path.split('/')
  const names = template.split('/')
  if (segments.length !== names.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const segment = decodeURIComponent(segments[index] ?? '')
    if (name.startsWith(':')) params[name.slice(1)] = segment
    else if (name !== segment) return undefined
  }
  return params
}

/** Returns a problem reply; throws if the contract does not know such a problem. */
function checkedProblemReply(status: number, code: string, more: Partial<Problem> = {}): Response {
  const { error } = parsePart(problem, problemDocument(status, code, more))
  if (error !== undefined) throw new Error(`not a problem: ${error}`)
  return problemReply(status, code, more)
}

/** Rejects like `fetch` when the caller stops waiting. */
function untilAborted<T>(reply: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return reply
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    reply.then(resolve, reject)
  })
}
