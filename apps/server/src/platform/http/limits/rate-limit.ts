import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import { type Milliseconds } from '@veranda/core/time/instant.ts'
import { type FastifyInstance } from 'fastify'
import { isIP } from 'node:net'
import { TokenBucket } from '../../token-bucket.ts'

/** At most `max` calls per window, counted per address, per account, or per address and e-mail in the body. */
export type RateLimit = {
  /** Routes whose limits have the same name share one count; without a name, a route counts for itself. */
  readonly name?: string
  readonly per: 'address' | 'account' | 'address-and-email'
  readonly max: number
  readonly windowMs: Milliseconds
  /**
   * Counted by all nodes together, in the database. For guesses and for what is dear; a limit that only spreads the load
   * of a node is its own, so that reading pays for no write (decision 034).
   */
  readonly shared?: true
  /** The action of a refusal in the audit log; `rateLimited` by default. */
  readonly auditAction?: string
}

/** The action in the audit log of a call above a limit that has no action of its own. */
export const rateLimited = 'request.rate-limited'

/**
 * Adds the counting of @fastify/rate-limit. Its own hook counts a request only once, so each route counts in a hook of
 * ours, against as many limits as it has (`limit-calls.ts`).
 */
export async function addRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false, store: TokenBucketStore })
}

/**
 * Returns the part of a key that names an address: a network of 64 bits for IPv6, because a single user has one. Some
 * proxies add the port, which is another one for each connection. What is no address has one key for all.
 */
export function addressKey(ip: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(ip)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(ip)?.[1] ?? ip
  // A request whose connection has ended has no address any more, whatever its type says.
  return isIP(address) === 0 ? 'none' : normalizeIP(address)
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
    now = performance.now(),
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
