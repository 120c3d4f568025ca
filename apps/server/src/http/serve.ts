import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { type Refused, type Result } from '@veranda/core/result.ts'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type $ZodType, type output } from 'zod/v4/core'
import { type Actor } from '../access/actor.ts'
import { type Clock } from '../clock.ts'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { type RateLimit } from './rate-limit.ts'
import { type Raw } from './raw.ts'
import { type Who } from './who.ts'

type Schema = $ZodType
type Parsed<S> = S extends Schema ? output<S> : undefined

/** A schema is asked for exactly when the contract's route has that part. */
type Part<Name extends string, Shape, S> = [Shape] extends [undefined] ? { [K in Name]?: never } : { [K in Name]: S }

export type Standing<A extends Actor | undefined> = {
  /** Who may call; a route without it does not start. */
  who: Who<A>
  /** Checks and serialises the answer; what is not in it does not leave. */
  reply: Schema
  /** Of the good answer; 200 by default. */
  status?: number
  /**
   * `required`: without an `Idempotency-Key` the call is refused, but to somebody signed out where that is allowed. A key
   * that is sent anyway counts on any write.
   */
  idempotency?: 'required'
  /**
   * Every method but GET has one; a GET that writes says so. A write that asks somebody outside says false, gets a plain
   * connection, and opens its own transactions before and after the question.
   */
  transaction?: boolean
  limit?: RateLimit
  /** The most bytes that a JSON body may have, where that is more than the usual mebibyte. */
  maxBytes?: number
  /** Of an answer that is bytes and no JSON: the types it may have. */
  replyTypes?: readonly string[]
  description?: string
}

/** What a handler gets. */
export type Ctx<A extends Actor | undefined = Actor, P = undefined, Q = undefined, B = undefined> = {
  /** The one transaction of a write; for a GET a plain connection in the same field. */
  readonly tx: Tx
  readonly actor: A
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly clock: Clock
  readonly deps: Deps
  readonly request: RequestInfo
  readonly out: Out
}

export type RequestInfo = {
  readonly id: string
  readonly ip: string
  readonly userAgent: string | null
  /** The reader's language for sentences made on the server. */
  readonly language: string
  /** The session cookie's token, when one came. */
  readonly cookieToken: string | undefined
  readonly raw: Buffer | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Headers of the answer; sent only if the transaction commits. */
export type Out = { header(name: string, value: string): void }

/** A route ready to be bound; made by `serve` only. */
export type ServedRoute = {
  readonly route: Route
  readonly standing: Standing<Actor | undefined> & { params?: Schema; query?: Schema; body?: Schema }
  readonly handle: (ctx: Ctx<Actor | undefined, unknown, unknown, unknown>) => Promise<Result<unknown>>
  /** Set where a protocol of its own answers. */
  readonly take?: (ctx: TakeCtx<Actor | undefined>) => Promise<Taken>
}

/** What a protocol of its own gets: no transaction and nothing parsed, but who calls. */
export type TakeCtx<A extends Actor | undefined> = {
  readonly actor: A
  readonly params: Readonly<Record<string, string>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly deps: Deps
  readonly info: RequestInfo
}

/** Answered by itself, or a refusal to be sent as a problem, with another status than its kind's if need be. */
export type Taken = undefined | (Refused & { readonly status?: number })

/**
 * Makes a route of the contract that a protocol of its own answers on the bare request, such as resumable uploads. Who
 * may call and how often is declared and checked as for every route; the rest is the protocol's.
 */
export function take<R extends Route, A extends Actor | undefined>(
  route: R,
  standing: Pick<Standing<A>, 'who' | 'limit' | 'description'>,
  answer: (ctx: TakeCtx<A>) => Promise<Taken>,
): ServedRoute {
  // Binding checks the standing before the answer is asked for.
  return { route, standing: { ...standing, reply: z.unknown() }, take: answer, handle: never } as unknown as ServedRoute
}

const never = () => Promise.reject(new Error('a route with a protocol of its own has no handler'))

/**
 * Makes a route of the contract answer. Parses params, query and body, opens the transaction, runs the handler, commits
 * when it answers ok and rolls back when it refuses or throws. A refusal becomes problem+json with its code, field and
 * the request id; a throw a 500 without details. Someone else's thing is refused as absent: `refuse('x.not-found',
 * 'not-found')`. May run the handler again after a deadlock, so it has no effects but through `ctx.t`.
 */
export function serve<
  R extends Route,
  A extends Actor | undefined,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  route: R,
  standing: Standing<A> & Part<'params', ParamsOf<R>, P> & Part<'query', QueryOf<R>, Q> & Part<'body', BodyOf<R>, B>,
  handle: (ctx: Ctx<A, Parsed<P>, Parsed<Q>, Parsed<B>>) => Promise<Result<ReplyOf<R> | Raw>>,
): ServedRoute {
  // Binding parses by these schemas before the handler sees anything, so the wider types are safe to forget here.
  return { route, standing, handle } as unknown as ServedRoute
}
