import { refuse, type Result } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Access } from '../access/access.ts'
import { type Actor } from '../access/actor.ts'
import { type Tx } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { callerOf } from './caller.ts'
import { claimKey, hashOfCall, saveAnswer } from './idempotency.ts'
import { type FieldError, parseNoBody, parsePart } from './parse.ts'
import { problem, problemOf, problemType } from './problem.ts'
import { type RateCounter, type RateLimit } from './rate-limit.ts'
import { isRaw } from './raw.ts'
import { type Ctx, type Out, type RequestInfo, type ServedRoute } from './serve.ts'
import { readRequest } from './request.ts'

export type Binding = { deps: Deps; access: Access; counter: RateCounter; cookieName: string }

const readLimit: RateLimit = { per: 'account', max: 1_200, window: minute }
const writeLimit: RateLimit = { per: 'account', max: 300, window: minute }
const webhookLimit: RateLimit = { per: 'address', max: 6_000, window: minute }

/** Binds one served route to the server: standing, limits, parsing, transaction, idempotent answer, reply. */
export function bindRoute(app: FastifyInstance, served: ServedRoute, binding: Binding): void {
  const { route, standing } = served
  if (!standing.who) throw new Error(`${route.method} ${route.path} does not say who may call it`)
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...(standing.maxBytes === undefined ? {} : { bodyLimit: standing.maxBytes }),
    schema: describe(served),
    // One that we wrote ourselves, not the shadow of a GET.
    ...(route.method === 'HEAD' ? { config: { swagger: { exposeHeadRoute: true } } } : {}),
    handler: (request, reply) => answer(served, binding, request, reply),
  })
}

function describe({ route, standing }: ServedRoute): object {
  const { params, query, body, reply, who, description } = standing
  return {
    tags: [route.path.split('/')[1] ?? ''],
    description: [who.sentence, description].filter(Boolean).join(' '),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { [standing.status ?? 200]: reply },
  }
}

async function answer(
  served: ServedRoute,
  binding: Binding,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const info = readRequest(request, binding.cookieName)
  const caller = await callerOf(served, binding, request, info)
  if (!caller.ok) {
    const { refusal } = caller
    return reply
      .code(refusal.kind === 'not-signed-in' ? 401 : 404)
      .type(problemType)
      .send(problemOf(refusal, info.id, info.language))
  }
  const actor = caller.value
  const wait = limited(served, binding, request, actor, info)
  if (wait > 0) {
    const refusal = problem(429, 'request.too-many', info.id, info.language, { facts: { seconds: wait } })
    return reply.code(429).header('retry-after', String(wait)).type(problemType).send(refusal)
  }
  if (served.take) {
    // Fastify hands the parameters of the path over as texts.
    const params = (request.params ?? {}) as Record<string, string>
    const taken = await served.take({ actor, params, request, reply, deps: binding.deps, info })
    if (!taken) return reply
    const document = problemOf(taken.refusal, info.id, info.language)
    const status = taken.status ?? document.status
    return reply
      .code(status)
      .type(problemType)
      .send({ ...document, status })
  }
  const parts = parse(served, request)
  if (!parts.ok && parts.absent) return send(reply, info, refuse('request.not-found', 'not-found'), [])
  if (!parts.ok) {
    const [first] = parts.errors
    const more = { errors: parts.errors, ...(first ? { field: first.field } : {}) }
    return reply
      .code(422)
      .type(problemType)
      .send(problem(422, 'request.invalid', info.id, info.language, more))
  }
  const headers: [string, string][] = []
  const out: Out = { header: (name, value) => headers.push([name, value]) }
  const base = { actor, ...parts.value, clock: binding.deps.clock, deps: binding.deps, request: info, out }
  return send(reply, info, await run(served, binding, base, headers), headers)
}

type Outcome = Result<{ status: number; value: unknown }>

function send(
  reply: FastifyReply,
  info: RequestInfo,
  result: Outcome,
  headers: readonly [string, string][],
): FastifyReply {
  if (!result.ok) {
    const document = problemOf(result.refusal, info.id, info.language)
    if (document.status === 429) reply.header('retry-after', String(result.refusal.detail?.['seconds'] ?? 5))
    return reply.code(document.status).type(problemType).send(document)
  }
  for (const [name, value] of headers) reply.header(name, value)
  const { status, value } = result.value
  if (isRaw(value)) {
    for (const [name, text] of Object.entries(value.headers ?? {})) reply.header(name, text)
    return reply
      .code(value.status ?? status)
      .type(value.type)
      .serializer((body: unknown) => body as string)
      .send(value.body)
  }
  return reply.code(status).type('application/json; charset=utf-8').send(value)
}

const statusOf = ({ standing }: ServedRoute) => standing.status ?? 200

/** Seconds to wait; 0 when the call may pass. Every route has a limit: its own, or the usual one. */
function limited(
  { route, standing }: ServedRoute,
  { deps, counter }: Binding,
  request: FastifyRequest,
  actor: Actor | undefined,
  info: RequestInfo,
): number {
  if (!deps.env.rateLimits) return 0
  const usual = standing.who.kind === 'webhook' ? webhookLimit : route.method === 'GET' ? readLimit : writeLimit
  const limit = standing.limit ?? usual
  const name =
    standing.limit || usual === webhookLimit ? `${route.method} ${route.path}` : usual === readLimit ? 'read' : 'write'
  if (limit.per === 'address-and-email') {
    // Only looked at for counting; the schema parses the body afterwards.
    const email = (request.body as { email?: unknown } | undefined)?.email
    return counter.take(`${name} ${info.ip} ${String(email).toLowerCase().slice(0, 254)}`, limit)
  }
  const key = limit.per === 'account' && actor ? actor.id : info.ip
  return counter.take(`${name} ${key}`, limit)
}

type Parts = { params: unknown; query: unknown; body: unknown }
/** `absent`: the address names nothing that there could be. */
type Parsed = { ok: true; value: Parts } | { ok: false; absent: boolean; errors: FieldError[] }

function parse({ standing }: ServedRoute, request: FastifyRequest): Parsed {
  const params = parsePart(standing.params, request.params)
  const query = parsePart(standing.query, request.query)
  const body = standing.body ? parsePart(standing.body, request.body ?? {}) : parseNoBody(request.body)
  const errors = [params, query, body].flatMap((part) => (part.ok ? [] : part.errors))
  if (!params.ok || !query.ok || !body.ok) return { ok: false, absent: !params.ok, errors }
  return { ok: true, value: { params: params.value, query: query.value, body: body.value } }
}

type Base = Omit<Ctx<Actor | undefined, unknown, unknown, unknown>, 'tx'>

async function run(served: ServedRoute, { deps }: Binding, base: Base, headers: [string, string][]): Promise<Outcome> {
  const { route, standing, handle } = served
  const status = statusOf(served)
  if (!(standing.transaction ?? route.method !== 'GET')) {
    // Nothing is written through it; Transaction and Kysely share every reading method.
    const result = await handle({ ...base, tx: deps.db as unknown as Tx })
    return result.ok ? { ok: true, value: { status, value: result.value } } : result
  }
  const key = idempotencyKey(base)
  // An answer is kept for an account; whoever has none, where that is allowed, cannot be asked for a key.
  const mustHave = standing.idempotency === 'required' && (base.actor !== undefined || standing.who.kind !== 'anyone')
  if (mustHave && (key === undefined || !base.actor)) {
    return refuse('request.idempotency-key-missing', 'invalid', { field: 'Idempotency-Key' })
  }
  return transact(deps, async (tx) => {
    headers.length = 0
    if (key === undefined || !base.actor) {
      const result = await handle({ ...base, tx })
      return result.ok ? { ok: true as const, value: { status, value: result.value } } : result
    }
    const name = `${route.method} ${route.path}`
    const bodyHash = hashOfCall(JSON.stringify([base.params ?? null, base.query ?? null]), base.body)
    const saved = await claimKey(tx, { personId: base.actor.id, key, route: name, bodyHash })
    if (saved.kind === 'other-body') return refuse('request.idempotency-key-reused', 'conflict')
    if (saved.kind === 'replay') return { ok: true as const, value: { status: saved.status, value: saved.reply } }
    const result = await handle({ ...base, tx })
    if (!result.ok) return result
    await saveAnswer(tx, { personId: base.actor.id, key, status, reply: result.value })
    return { ok: true as const, value: { status, value: result.value } }
  })
}

function idempotencyKey({ request }: Base): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= 200 ? key : undefined
}
