import { randomUUID } from 'node:crypto'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@veranda/contract/route.ts'
import { signInAsDemoUser, listDemoUsers } from '@veranda/contract/sandbox/routes.ts'

type CallOptions<R> = { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R>; key?: string }

/** A client of the API that authenticates as a browser does: token in the header and cookie. */
export type ApiClient = {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly cookie: string
  call<R extends Route>(route: R, options?: CallOptions<R>): Promise<ReplyOf<R>>
  /** Calls a route and returns status and body, whatever they are. */
  request<R extends Route>(route: R, options?: CallOptions<R>): Promise<{ status: number; body: unknown }>
}

const maxRetries = 5

/** Signs in as a demo user by first name and returns an API client. */
export async function openApiClient(url: string, firstName: string): Promise<ApiClient> {
  const users = await getPublic(url, listDemoUsers)
  const user = users.items.find(({ name }) => name.startsWith(`${firstName} `))
  if (!user) throw new Error(`${firstName} is not in the demo world`)
  const signIn = () =>
    fetch(buildUrl(url, signInAsDemoUser, {}), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ userId: user.id }),
    })
  const response = await retryWhileBusy(signIn)
  if (!response.ok) throw new Error(`could not sign in as ${firstName}: ${response.status} ${await response.text()}`)
  // The server has checked this reply against the contract.
  const session = (await response.json()) as ReplyOf<typeof signInAsDemoUser>
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(';', 1)[0])
    .join('; ')
  const send = <R extends Route>(route: R, options: CallOptions<R>) =>
    fetch(buildUrl(url, route, options), {
      method: route.method,
      headers: {
        authorization: `Bearer ${session.token}`,
        cookie,
        origin: url,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(route.method === 'POST' ? { 'idempotency-key': options.key ?? randomUUID() } : {}),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
  const readReply = async (reply: Response) => {
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
  }
  return {
    id: user.id,
    name: user.name,
    token: session.token,
    cookie,
    request: async (route, options = {}) => readReply(await send(route, options)),
    async call(route, options) {
      const keyed = { ...options, key: options?.key ?? randomUUID() }
      const { status, body } = await readReply(await retryWhileBusy(() => send(route, keyed)))
      if (status >= 400) throw new Error(`${route.method} ${route.path}: ${status} ${JSON.stringify(body)}`)
      // As above: serialised by the contract's schema.
      return body as ReplyOf<typeof route>
    },
  }
}

/** Sends a request until the server has time for it: a busy one says when to come back. */
async function retryWhileBusy(send: () => Promise<Response>): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const response = await send()
    if (response.status !== 503 || retry === maxRetries) return response
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1_000))
  }
}

async function getPublic<R extends Route>(url: string, route: R): Promise<ReplyOf<R>> {
  const response = await fetch(buildUrl(url, route, {}))
  if (!response.ok) throw new Error(`${route.path}: ${response.status}`)
  // Serialised by the contract's schema.
  return (await response.json()) as ReplyOf<R>
}

/** Returns the address of a route with its parameters and query. */
export function buildUrl(url: string, route: Route, options: { params?: unknown; query?: unknown }): string {
  // Both are plain objects of strings and numbers by the contract.
  const params = (options.params ?? {}) as Record<string, string>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((options.query ?? {}) as Record<string, string | number | undefined>)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const search = query.toString()
  return `${url}/api${path}${search === '' ? '' : `?${search}`}`
}
