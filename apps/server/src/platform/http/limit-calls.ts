import { minute } from '@veranda/core/time/instant.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type FailureLog } from '../audit/failure-log.ts'
import { callOf } from './call.ts'
import { addressKey, type RateLimit } from './rate-limit.ts'
import { type ServerRoute } from './route.ts'

const readRateLimit: RateLimit = { name: 'read', per: 'account', max: 1_200, windowMs: minute }
const writeRateLimit: RateLimit = { name: 'write', per: 'account', max: 300, windowMs: minute }
const webhookRateLimit: RateLimit = { per: 'address', max: 6_000, windowMs: minute }

/** Returns the limits of a route, in the order in which they count: its own, or the default of its kind. */
function rateLimitsOf({ route, options }: ServerRoute): readonly RateLimit[] {
  if (options.rateLimit) return [options.rateLimit].flat()
  if (options.access.kind === 'webhook') return [webhookRateLimit]
  return [route.method === 'GET' ? readRateLimit : writeRateLimit]
}

/**
 * Makes the hook that counts each call of a route against its limits and throws an error of status 429 above one. The
 * limits after the one that refuses do not count the call, so that a caller who is refused fills no further bucket.
 */
export function makeCallLimiter(
  app: FastifyInstance,
  serverRoute: ServerRoute,
  failureLog: FailureLog,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { method, path } = serverRoute.route
  const counters = rateLimitsOf(serverRoute).map((limit) => ({
    limit,
    count: app.createRateLimit({
      max: limit.max,
      timeWindow: limit.windowMs,
      keyGenerator: (request) => `${limit.name ?? `${method} ${path}`} ${callerKey(limit, request)}`,
    }),
  }))
  return async (request, reply) => {
    for (const { limit, count } of counters) {
      const counted = await count(request)
      if (counted.isAllowed || !counted.isExceeded) continue
      const { actor, info } = callOf(request)
      const { auditAction: action = 'request.rate-limited' } = limit
      failureLog.record({ action, reason: 'rate-limited', userId: actor?.id ?? null, request: info })
      reply.header('retry-after', counted.ttlInSeconds)
      throw Object.assign(new Error('above the rate limit'), { statusCode: 429 })
    }
  }
}

function callerKey({ per }: RateLimit, request: FastifyRequest): string {
  const { actor, info, parts } = callOf(request)
  if (per === 'account' && actor) return actor.id
  if (per !== 'address-and-email') return addressKey(info.ip)
  // The body of a route with this limit has an e-mail address, which the contract parses to its normal form.
  const { email } = parts?.ok ? (parts.value.body as { email: string }) : { email: 'invalid' }
  return `${addressKey(info.ip)} ${email}`
}
