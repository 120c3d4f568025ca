import { type InjectOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { type ServerRoute } from '../platform/http/route.ts'
import { sampleInput } from './sample-input.ts'
import { type TestApp, type TestUser } from './test-app.ts'

/** The verdict of a call: what must not depend on how the call was written. */
export type Verdict = { readonly status: number; readonly code: string | undefined; readonly type: string }

export const nameOf = ({ route }: ServerRoute): string => `${route.method} ${route.path}`
export const isWrite = ({ route }: ServerRoute): boolean => !['GET', 'HEAD'].includes(route.method)
/** A call of it ends or replaces the session of its caller, so each call needs a session of its own. */
export const endsSession = ({ route }: ServerRoute): boolean => /^\/accounts\/(logout|token|devices)/.test(route.path)

export const credentialsOf = ({ token, cookie }: TestUser): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  cookie,
})

/** Returns the path with an id for each parameter: that of `ids` by the first word of the path, or one of nothing. */
export function pathOf({ route }: ServerRoute, ids: Readonly<Record<string, string>> = {}): string {
  const collection = route.path.split('/')[1] ?? ''
  return `/api${route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'id' ? (ids[collection] ?? randomUUID()) : (valueOf[name] ?? randomUUID()),
  )}`
}

/** Values of the parameters that are no ids. */
const valueOf: Readonly<Record<string, string>> = { key: 'tools', handle: 'no-such-creator', provider: 'google' }

/** Percent-encodes the first letter of every segment. */
export const encodePath = (path: string): string =>
  path
    .split('/')
    .map((segment) =>
      segment === '' ? '' : `%${segment.charCodeAt(0).toString(16).padStart(2, '0')}${segment.slice(1)}`,
    )
    .join('/')

/** Of each call alone: when it was answered, by which id, and with what. */
const perReplyHeaders = ['date', 'x-request-id', 'content-length', 'etag', 'set-cookie', 'location', 'retry-after']

/** Returns the headers that say what may be done with a reply. */
export const rulingHeaders = (headers: Record<string, unknown>): string =>
  JSON.stringify(
    Object.entries(headers)
      .filter(([name]) => !perReplyHeaders.includes(name))
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )

/** Returns spellings of an address that name no route; the encoded path is no such spelling. */
export const otherSpellings = ({ route }: ServerRoute, url: string): readonly string[] =>
  [
    `/${url}`,
    url.replace('/api/', '/api//'),
    url.replace('/api', '/API'),
    url.replace(/[a-z](?=[^/]*$)/, (letter) => letter.toUpperCase()),
    url.replace(/\/(?=[^/]*$)/, '%2F'),
    `${url}/`,
    `${url}/.`,
    `${url};x=1`,
  ].filter(
    // The key of a record and an id may be any text.
    (spelling) => spelling !== url && (!/:\w+$/.test(route.path) || /[/.]$|^\/\/|\/\/|API|%2F/.test(spelling)),
  )

export type PlainCall = InjectOptions & { readonly url: string; readonly headers: Record<string, string> }

/** Returns a call with valid input, as far as a stranger to all data can make one. */
export function plainCall(
  served: ServerRoute,
  headers: Record<string, string>,
  ids?: Readonly<Record<string, string>>,
): PlainCall {
  const { body } = served.options
  return {
    method: served.route.method,
    url: pathOf(served, ids),
    headers: { ...headers, ...(isWrite(served) ? { 'idempotency-key': randomUUID() } : {}) },
    ...(body ? { payload: sampleInput(body) as object } : {}),
  }
}

export async function sendCall(
  app: TestApp,
  options: InjectOptions,
): Promise<Verdict & { readonly headers: Record<string, unknown> }> {
  const reply = await app.app.http.inject(options)
  const type = reply.headers['content-type'] ?? ''
  // A reply to HEAD has no body.
  const code = type.includes('problem+json') && reply.body !== '' ? reply.json<{ code: string }>().code : undefined
  return { status: reply.statusCode, code, type: type.split(';', 1)[0] ?? '', headers: reply.headers }
}

/** Returns whether a second write may differ: the first was carried out, and the second meets what it left. */
export const isAfterEffect = (served: ServerRoute, first: Verdict, second: Verdict): boolean =>
  isWrite(served) && first.status < 300 && [200, 201, 204, 404, 409, 422, 429].includes(second.status)

export const isSameVerdict = (one: Verdict, other: Verdict): boolean =>
  one.status === other.status && one.code === other.code && one.type === other.type

/** The first of the failures, which is enough to read. */
export const firstOf = (wrong: readonly string[]): readonly string[] => wrong.slice(0, 20)
