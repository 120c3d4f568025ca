import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import { type Milliseconds } from '@veranda/core/time/instant.ts'
import { type FastifyInstance } from 'fastify'
import { TokenBucket } from '../token-bucket.ts'

/** At most `max` calls per window, counted per address, per account, or per address and e-mail in the body. */
export type RateLimit = {
  readonly per: 'address' | 'account' | 'address-and-email'
  readonly max: number
  readonly windowMs: Milliseconds
}

/**
 * Adds @fastify/rate-limit for the routes that configure it. It throws an error of status 429, with the seconds to wait
 * as `retry-after`; the error handler makes the problem.
 */
export async function addRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    // The caller and the parsed body are known there.
    hook: 'preHandler',
    store: TokenBucketStore,
    errorResponseBuilder: (_request, { statusCode }) =>
      Object.assign(new Error('above the rate limit'), { statusCode }),
    // A bucket that refills evenly has no count that is reset at some time.
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}

/** Returns the part of a key that names an address: a network of 64 bits for IPv6, because a single user has one. */
export function addressKey(ip: string): string {
  // A request whose connection has ended has no address any more, whatever its type says.
  return normalizeIP(ip || 'none')
}

export const maxBuckets = 50_000

/**
 * Counts in memory by the rule that sockets use too, with a bounded number of buckets. A bucket refills evenly, so the
 * wait is one call's share of the window and not the rest of it, as with the counts of the plugin's own store.
 */
export class TokenBucketStore implements FastifyRateLimitStore {
  readonly #buckets = new Map<string, TokenBucket>()

  incr(
    key: string,
    callback: (error: null, result: { current: number; ttl: number }) => void,
    windowMs: number,
    max: number,
    now = Date.now(),
  ): void {
    const known = this.#buckets.get(key)
    if (known) this.#buckets.delete(key)
    else if (this.#buckets.size >= maxBuckets) this.#evictOldest()
    const bucket = known ?? new TokenBucket(max, (max / windowMs) * 1_000, now)
    this.#buckets.set(key, bucket)
    if (bucket.tryTake(now)) callback(null, { current: max, ttl: 0 })
    else callback(null, { current: max + 1, ttl: bucket.secondsToNextToken * 1_000 })
  }

  /** Returns the store itself: keys contain the route or group, and the bound is for all routes together. */
  child(): this {
    return this
  }

  #evictOldest(): void {
    const oldest = this.#buckets.keys().next()
    if (!oldest.done) this.#buckets.delete(oldest.value)
  }
}
