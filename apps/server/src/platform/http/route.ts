import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { type Refused, type Result } from '@veranda/core/result.ts'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import { type Readable } from 'node:stream'
import * as z from 'zod/mini'
import { type $ZodType, type output } from 'zod/v4/core'
import { type Actor } from '../access/actor.ts'
import { type Clock } from '../clock/clock.ts'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { type RateLimit } from './limits/rate-limit.ts'
import { type AccessRule } from './route-access.ts'

type Schema = $ZodType
type Parsed<S> = S extends Schema ? output<S> : undefined

/** Requires a schema exactly when the contract's route has that part. */
type RoutePart<Name extends string, Shape, S> = [Shape] extends [undefined]
  ? { [K in Name]?: never }
  : { [K in Name]: S }

export type RouteOptions<A extends Actor | undefined> = {
  /** The access rule; a route without one does not start. */
  access: AccessRule<A>
  /** Validates and serialises the reply; fields it does not name are not sent. */
  reply: Schema
  /** The status of a successful reply; 200 by default. */
  status?: number
  /**
   * `required`: a call without an `Idempotency-Key` is refused, except from a signed-out caller where that is allowed.
   * An optional key works on any write.
   */
  idempotency?: 'required'
  /**
   * True by default for every method except GET; a GET that writes sets it. A write that calls an external system sets
   * false, gets a plain connection, and opens its own transactions before and after the call.
   */
  transaction?: boolean
  /** A call counts against each of them, in this order, up to the one that refuses it. */
  rateLimit?: RateLimit | readonly RateLimit[]
  /** Returns the page that the browser of a navigation is sent to in place of a problem document. */
  problemPage?: (problem: NavigationProblem, navigation: InterruptedNavigation) => string
  /** For a read whose reply has a token or a code: no cache keeps it. Replies to writes are never kept. */
  noStore?: true
  /** For a write whose reply has a token, a code or a secret link: stored for a repeated call, it is encrypted. */
  secretReply?: true
  /** Refused with `payments.off` where the installation takes no payments. */
  paid?: true
  /** A write that moves money although it is not `paid`, as a refund does: under load it is among the last refused. */
  movesMoney?: true
  /** The size limit of a JSON body, if it is larger than the default of 1 MiB. */
  maxBodyBytes?: number
  /** The media types of a reply that is bytes and not JSON. */
  replyMediaTypes?: readonly string[]
  description?: string
}

/** too-many: above a limit, no-service: the database cannot be reached, or a deadline has passed. */
export type NavigationProblem = 'too-many' | 'no-service'

/**
 * A navigation that ends on a page of the app. `query` is as the schema of its route parsed it; undefined when it could
 * not. `actor` is undefined also while the session cannot be read.
 */
export type InterruptedNavigation = {
  readonly actor: Actor | undefined
  readonly request: RequestInfo
  readonly query: unknown
  readonly env: Deps['env']
}

/** The context of a handler. */
export type RouteContext<A extends Actor | undefined = Actor, P = undefined, Q = undefined, B = undefined> = {
  /** The transaction of a write; for a GET a plain connection. */
  readonly tx: Tx
  readonly actor: A
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly clock: Clock
  readonly deps: Deps
  readonly request: RequestInfo
  readonly replyHeaders: ReplyHeaders
}

export type RequestInfo = {
  readonly id: string
  readonly ip: string
  readonly userAgent: string | null
  /** The reader's language, for messages made on the server. */
  readonly language: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The token of the session cookie, if there is one. */
  readonly cookieToken: string | undefined
  readonly rawBody: Buffer | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Headers of the reply; sent only if the transaction commits. */
export type ReplyHeaders = { set(name: string, value: string): void }

/** A route that is ready to be registered; made by `serve` and `serveRaw` only. */
export type ServerRoute = {
  readonly route: Route
  readonly options: RouteOptions<Actor | undefined> & { params?: Schema; query?: Schema; body?: Schema }
  readonly handle: (ctx: RouteContext<Actor | undefined, unknown, unknown, unknown>) => Promise<Result<unknown>>
  /** Set for a route whose own protocol writes the reply. */
  readonly handleRaw?: (ctx: RawRouteContext<Actor | undefined>) => Promise<RawOutcome>
}

/** The context of a raw handler: the caller is known, but there is no transaction and nothing is parsed. */
export type RawRouteContext<A extends Actor | undefined> = {
  readonly actor: A
  readonly params: Readonly<Record<string, string>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly deps: Deps
  readonly info: RequestInfo
}

/**
 * Undefined when the handler replied itself; otherwise a refusal to send as a problem, optionally with another status.
 */
export type RawOutcome = undefined | (Refused & { readonly status?: number })

/**
 * Serves a route of the contract whose own protocol handles the raw request, such as resumable uploads. Access rule and
 * rate limit apply as for every route; the rest is up to the protocol.
 */
export function serveRaw<R extends Route, A extends Actor | undefined>(
  route: R,
  options: Pick<RouteOptions<A>, 'access' | 'rateLimit' | 'description'>,
  handleRaw: (ctx: RawRouteContext<A>) => Promise<RawOutcome>,
): ServerRoute {
  // The access rule is checked before the handler runs.
  return {
    route,
    options: { ...options, reply: z.unknown() },
    handleRaw,
    handle: rejectTypedCall,
  } as unknown as ServerRoute
}

const rejectTypedCall = () => Promise.reject(new Error('a raw route has no typed handler'))

/**
 * Serves a route of the contract. Parses params, query and body, opens the transaction, runs the handler, commits when
 * it returns ok and rolls back when it refuses or throws. A refusal becomes problem+json with its code, field and the
 * request id; a throw becomes a 500 without details. Another user's data is refused as missing: `refuse('x.not-found',
 * 'not-found')`. The handler may run again after a deadlock, so it must have no effects except through `ctx.tx`.
 */
export function serve<
  R extends Route,
  A extends Actor | undefined,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  route: R,
  options: RouteOptions<A> &
    RoutePart<'params', ParamsOf<R>, P> &
    RoutePart<'query', QueryOf<R>, Q> &
    RoutePart<'body', BodyOf<R>, B>,
  handle: (ctx: RouteContext<A, Parsed<P>, Parsed<Q>, Parsed<B>>) => Promise<Result<ReplyOf<R> | FileReply>>,
): ServerRoute {
  // Requests are parsed by these schemas before the handler runs, so widening the types is safe.
  return { route, options, handle } as unknown as ServerRoute
}

/** A reply that is not JSON: bytes with their type and headers. Skips the reply schema. */
export type FileReply = {
  readonly raw: true
  readonly status?: number
  readonly type: string
  readonly body: Uint8Array | string | Readable
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns a reply of bytes or text instead of JSON, for images, CSV and calendar files. */
export function fileReply(answer: Omit<FileReply, 'raw'>): FileReply {
  return { raw: true, ...answer }
}

export function isFileReply(value: unknown): value is FileReply {
  return typeof value === 'object' && value !== null && 'raw' in value && value.raw === true && 'type' in value
}
