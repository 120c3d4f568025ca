import { paymentsOff } from '@veranda/core/payments/payments-off.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Actor } from '../access/actor.ts'
import { type Authenticator } from '../access/authentication.ts'
import { type Tx } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { authenticateCaller } from './authenticate-caller.ts'
import { type Call, callDecorator, callOf, type ParsedRequest } from './call.ts'
import { redirectWhenUnavailable } from './error-handler.ts'
import { claimIdempotencyKey, hashRequest, saveReply } from './idempotency.ts'
import { makeCallLimiter, makeUnauthenticatedLimiter, type UnauthenticatedLimiter } from './limits/limit-calls.ts'
import { type PoolLoad, shedsCall } from './limits/load-shedding.ts'
import { parseEmptyBody, parseInput } from './parse-input.ts'
import { makeProblem, problemContentType, toProblem } from './problem.ts'
import { readRequestInfo } from './request-info.ts'
import { isFileReply, type ReplyHeaders, type RequestInfo, type RouteContext, type ServerRoute } from './route.ts'

export type RouteDependencies = {
  deps: Deps
  authenticator: Authenticator
  /** The connections for requests. */
  pool: PoolLoad
}

const busyRetrySeconds = 2

/** Registers a route with Fastify: access rule, parsing, rate limit, transaction, idempotency and reply. */
export function registerRoute(app: FastifyInstance, serverRoute: ServerRoute, dependencies: RouteDependencies): void {
  const { route, options } = serverRoute
  if (!options.access) throw new Error(`${route.method} ${route.path} does not say who may call it`)
  const noServicePage = noServicePageOf(serverRoute, dependencies.deps)
  const { rateLimits } = dependencies.deps.env
  const limitUnauthenticated = rateLimits ? makeUnauthenticatedLimiter(app, dependencies.deps) : undefined
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...(options.maxBodyBytes === undefined ? {} : { bodyLimit: options.maxBodyBytes }),
    schema: routeSchema(serverRoute),
    ...(noServicePage && { errorHandler: redirectWhenUnavailable(noServicePage) }),
    // A HEAD route of our own, not the one Fastify derives from a GET.
    config: {
      ...(route.method === 'HEAD' ? { swagger: { exposeHeadRoute: true } } : {}),
      // The only protocol of its own is that of uploads.
      receivesFile: serverRoute.handleRaw !== undefined,
    },
    // The limits count by the caller and the parsed input.
    preHandler: [
      (request, reply) => identifyCaller(serverRoute, { ...dependencies, limitUnauthenticated }, request, reply),
      ...(rateLimits ? [makeCallLimiter(app, serverRoute, dependencies.deps)] : []),
    ],
    handler: (request, reply) => handleRequest(serverRoute, dependencies, request, reply),
  })
}

function routeSchema({ route, options }: ServerRoute): object {
  const { params, query, body, reply, access, description } = options
  return {
    tags: [route.path.split('/')[1] ?? ''],
    description: [access.description, description].filter(Boolean).join(' '),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { [options.status ?? 200]: reply },
  }
}

/** Returns what gives the page for a navigation while the service is unavailable; undefined for every other route. */
function noServicePageOf({ options }: ServerRoute, { env }: Deps): ((request: FastifyRequest) => string) | undefined {
  const { problemPage } = options
  if (!problemPage) return undefined
  return (request) => {
    const query = parseInput(options.query, request.query)
    const info = readRequestInfo(request, env)
    return problemPage('no-service', {
      actor: undefined,
      request: info,
      query: query.ok ? query.value : undefined,
      env,
    })
  }
}

/** Authenticates the caller and parses the request for rate limit and handler. Refuses a caller who may not call the route. */
async function identifyCaller(
  serverRoute: ServerRoute,
  dependencies: RouteDependencies & { limitUnauthenticated: UnauthenticatedLimiter | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const info = readRequestInfo(request, dependencies.deps.env)
  if (shedsCall(dependencies.pool, serverRoute.route.method, serverRoute.options)) {
    const noServicePage = noServicePageOf(serverRoute, dependencies.deps)
    if (noServicePage) return reply.header('cache-control', 'no-store').redirect(noServicePage(request), 303)
    return sendReply(reply, info, refuse('server.busy', 'unavailable'), [])
  }
  // A fact of the installation, so it does not depend on the caller.
  if (serverRoute.options.paid && !dependencies.deps.env.payments) return sendReply(reply, info, paymentsOff(), [])
  const caller = await authenticateCaller(serverRoute, dependencies, request, info)
  if (!caller.ok) {
    if (caller.refusal.kind === 'not-signed-in') await dependencies.limitUnauthenticated?.(request, reply, info)
    return sendReply(reply, info, caller, [])
  }
  const parts = serverRoute.handleRaw ? undefined : parseRequest(serverRoute, request)
  request.setDecorator<Call>(callDecorator, { info, actor: caller.value, parts })
  return undefined
}

async function handleRequest(
  serverRoute: ServerRoute,
  dependencies: RouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { info, actor, parts } = callOf(request)
  if (serverRoute.options.noStore) reply.header('cache-control', 'no-store')
  if (serverRoute.handleRaw) {
    // Fastify passes path parameters as strings.
    const params = (request.params ?? {}) as Record<string, string>
    const rawOutcome = await serverRoute.handleRaw({ actor, params, request, reply, deps: dependencies.deps, info })
    if (!rawOutcome) return reply
    const document = toProblem(rawOutcome.refusal, info.id, info.language)
    const status = rawOutcome.status ?? document.status
    return reply
      .code(status)
      .type(problemContentType)
      .send({ ...document, status })
  }
  if (!parts) throw new Error('a typed route was called with a request that is not parsed')
  if (!parts.ok && parts.notFound) return sendReply(reply, info, refuse('request.not-found', 'not-found'), [])
  if (!parts.ok) {
    const [first] = parts.errors
    const more = { errors: parts.errors, ...(first ? { field: first.field } : {}) }
    return reply
      .code(422)
      .type(problemContentType)
      .send(makeProblem(422, parts.code, info.id, info.language, more))
  }
  const headers: [string, string][] = []
  const replyHeaders: ReplyHeaders = { set: (name, value) => headers.push([name, value]) }
  const base = {
    actor,
    ...parts.value,
    clock: dependencies.deps.clock,
    deps: dependencies.deps,
    request: info,
    replyHeaders,
  }
  return sendReply(reply, info, await runHandler(serverRoute, dependencies, base, headers), headers)
}

type HandlerOutcome = Result<{ status: number; value: unknown }>

function sendReply(
  reply: FastifyReply,
  info: RequestInfo,
  result: HandlerOutcome,
  headers: readonly [string, string][],
): FastifyReply {
  if (!result.ok) {
    const document = toProblem(result.refusal, info.id, info.language)
    if (document.status === 429) reply.header('retry-after', String(result.refusal.detail?.['seconds'] ?? 5))
    if (document.status === 503) reply.header('retry-after', String(busyRetrySeconds))
    return reply.code(document.status).type(problemContentType).send(document)
  }
  for (const [name, value] of headers) reply.header(name, value)
  const { status, value } = result.value
  if (isFileReply(value)) {
    for (const [name, text] of Object.entries(value.headers ?? {})) reply.header(name, text)
    return reply
      .code(value.status ?? status)
      .type(value.type)
      .serializer((body: unknown) => body as string)
      .send(value.body)
  }
  return reply.code(status).type('application/json; charset=utf-8').send(value)
}

const successStatus = ({ options }: ServerRoute) => options.status ?? 200

function parseRequest({ options }: ServerRoute, request: FastifyRequest): ParsedRequest {
  const params = parseInput(options.params, request.params)
  const query = parseInput(options.query, request.query)
  const body = options.body ? parseInput(options.body, request.body ?? {}) : parseEmptyBody(request.body)
  const failed = [params, query, body].filter((part) => !part.ok)
  if (!params.ok || !query.ok || !body.ok) {
    const errors = failed.flatMap((part) => part.errors)
    return { ok: false, notFound: !params.ok, code: failed[0]?.code ?? 'request.invalid', errors }
  }
  return { ok: true, value: { params: params.value, query: query.value, body: body.value } }
}

type BaseContext = Omit<RouteContext<Actor | undefined, unknown, unknown, unknown>, 'tx'>

async function runHandler(
  serverRoute: ServerRoute,
  { deps }: RouteDependencies,
  base: BaseContext,
  headers: [string, string][],
): Promise<HandlerOutcome> {
  const { route, options, handle } = serverRoute
  const status = successStatus(serverRoute)
  if (!(options.transaction ?? route.method !== 'GET')) {
    // Nothing is written through it; Transaction and Kysely share every reading method.
    const result = await handle({ ...base, tx: deps.db as unknown as Tx })
    return result.ok ? { ok: true, value: { status, value: result.value } } : result
  }
  // A read that makes something on its first call may be repeated anyway.
  const key = route.method === 'GET' ? undefined : readIdempotencyKey(base)
  // A reply is stored per user, so a signed-out caller, where allowed, needs no key.
  const isKeyRequired =
    options.idempotency === 'required' && (base.actor !== undefined || options.access.kind !== 'anyone')
  if (isKeyRequired && (key === undefined || !base.actor)) {
    return refuse('request.idempotency-key-missing', 'invalid', { field: 'Idempotency-Key' })
  }
  return transact(deps, async (tx) => {
    headers.length = 0
    const ctx = { ...base, tx }
    if (key === undefined || !base.actor) {
      const result = await handle(ctx)
      return result.ok ? { ok: true as const, value: { status, value: result.value } } : result
    }
    const call = { userId: base.actor.id, key, isSecret: options.secretReply === true }
    const name = `${route.method} ${route.path}`
    const bodyHash = hashRequest(JSON.stringify([base.params ?? null, base.query ?? null]), base.body)
    const claim = await claimIdempotencyKey(tx, { ...call, route: name, bodyHash }, deps)
    if (claim.kind === 'body-mismatch') return refuse('request.idempotency-key-reused', 'conflict')
    if (claim.kind === 'replay') return { ok: true as const, value: { status: claim.status, value: claim.reply } }
    const result = await handle(ctx)
    if (!result.ok) return result
    await saveReply(tx, { ...call, status, reply: result.value }, deps)
    return { ok: true as const, value: { status, value: result.value } }
  })
}

function readIdempotencyKey({ request }: BaseContext): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= 200 ? key : undefined
}
