import { instant, minute } from '@veranda/core/time/instant.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Failure } from '../../audit/failure-log.ts'
import { type Deps } from '../../deps.ts'
import { callOf } from '../call.ts'
import { addressKey, type RateLimit, rateLimited } from './rate-limit.ts'
import { type ServerRoute } from '../route.ts'
import { sharedLimitKey, takeFromSharedLimit } from './shared-limit.ts'

const readRateLimit: RateLimit = { name: 'read', per: 'account', max: 1_200, windowMs: minute }
const writeRateLimit: RateLimit = { name: 'write', per: 'account', max: 300, windowMs: minute }
const webhookRateLimit: RateLimit = { per: 'address', max: 6_000, windowMs: minute }
/** Calls that are refused because they name no session; a browser whose session has ended makes a handful of them. */
const unauthenticatedRateLimit: RateLimit = { name: 'unauthenticated', per: 'address', max: 60, windowMs: minute }

/** Returns the limits of a route, in the order in which they count: its own, or the default of its kind. */
function rateLimitsOf({ route, options }: ServerRoute): readonly RateLimit[] {
  if (options.rateLimit) return [options.rateLimit].flat()
  if (options.access.kind === 'webhook') return [webhookRateLimit]
  return [route.method === 'GET' ? readRateLimit : writeRateLimit]
}

/**
 * Makes the hook that counts each call of a route against its limits and throws an error of status 429 above one, or
 * sends a navigation to its page. The limits after the one that refuses do not count the call, so that a caller who is
 * refused fills no further bucket.
 * What this node counts alone is never more than what all count together, so a call that it refuses asks no other.
 */
export function makeCallLimiter(
  app: FastifyInstance,
  serverRoute: ServerRoute,
  { db, env, failureLog }: Pick<Deps, 'db' | 'env' | 'failureLog'>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const { method, path } = serverRoute.route
  const counters = rateLimitsOf(serverRoute).map((limit) => {
    const keyOf = (request: FastifyRequest) => `${limit.name ?? `${method} ${path}`} ${callerKey(limit, request)}`
    const count = app.createRateLimit({ max: limit.max, timeWindow: limit.windowMs, keyGenerator: keyOf })
    return { limit, keyOf, count }
  })
  return async (request, reply) => {
    for (const { limit, keyOf, count } of counters) {
      const counted = await count(request)
      const aboveOwn = !counted.isAllowed && counted.isExceeded ? counted.ttlInSeconds : undefined
      const key = limit.shared && aboveOwn === undefined ? sharedLimitKey(env.secret ?? '', keyOf(request)) : undefined
      const seconds = key === undefined ? aboveOwn : await takeFromSharedLimit(db, key, limit, instant(Date.now()))
      if (seconds === undefined) continue
      const { actor, info, parts } = callOf(request)
      const { auditAction: action = rateLimited } = limit
      failureLog.record({ action, reason: 'rate-limited', userId: actor?.id ?? null, request: info })
      const { problemPage } = serverRoute.options
      if (problemPage !== undefined) {
        const query = parts?.ok ? parts.value.query : undefined
        const page = problemPage('too-many', { actor, request: info, query, env })
        return reply.headers({ 'retry-after': seconds, 'cache-control': 'no-store' }).redirect(page, 303)
      }
      throw aboveLimit(reply, seconds)
    }
    return undefined
  }
}

export type UnauthenticatedLimiter = (
  request: FastifyRequest,
  reply: FastifyReply,
  source: Failure['request'],
) => Promise<void>

/**
 * Makes the function that counts a call whose authentication is refused, by its address of the network and for all
 * routes together, and throws an error of status 429 above the limit. A call that is authenticated is neither counted
 * nor refused here, so that nobody is shut out by what others behind the same address send.
 */
export function makeUnauthenticatedLimiter(
  app: FastifyInstance,
  { failureLog }: Pick<Deps, 'failureLog'>,
): UnauthenticatedLimiter {
  const { name, max, windowMs } = unauthenticatedRateLimit
  const count = app.createRateLimit({
    max,
    timeWindow: windowMs,
    keyGenerator: (request) => `${name} ${addressKey(request.ip)}`,
  })
  return async (request, reply, source) => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    failureLog.record({ action: rateLimited, reason: 'unauthenticated', userId: null, request: source })
    throw aboveLimit(reply, counted.ttlInSeconds)
  }
}

function aboveLimit(reply: FastifyReply, seconds: number): Error {
  reply.header('retry-after', seconds)
  return Object.assign(new Error('above the rate limit'), { statusCode: 429 })
}

function callerKey({ per }: RateLimit, request: FastifyRequest): string {
  const { actor, info, parts } = callOf(request)
  if (per === 'account' && actor) return actor.id
  if (per !== 'address-and-email') return addressKey(info.ip)
  // The body of a route with this limit has an e-mail address, which the contract parses to its normal form.
  const { email } = parts?.ok ? (parts.value.body as { email: string }) : { email: 'invalid' }
  return `${addressKey(info.ip)} ${email}`
}
