import { type Milliseconds } from '@veranda/core/time/instant.ts'

/** At most `max` calls per window, counted per address, per account, or per address and e-mail in the body. */
export type RateLimit = {
  readonly per: 'address' | 'account' | 'address-and-email'
  readonly max: number
  readonly windowMs: Milliseconds
}

type Bucket = { tokens: number; refilledAt: number }

/** Counts in memory, with a bounded number of token buckets. A bucket refills evenly over its window. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #maxBuckets: number

  constructor(maxBuckets = 50_000) {
    this.#maxBuckets = maxBuckets
  }

  /** Consumes one call; returns 0 when it may proceed, else the seconds to wait. */
  consume(key: string, limit: RateLimit, now = Date.now()): number {
    const perMillisecond = limit.max / limit.windowMs
    const bucket = this.#buckets.get(key)
    const tokens = bucket ? Math.min(limit.max, bucket.tokens + (now - bucket.refilledAt) * perMillisecond) : limit.max
    if (bucket) this.#buckets.delete(key)
    else if (this.#buckets.size >= this.#maxBuckets) this.#evictOldest()
    const allowed = tokens >= 1
    this.#buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, refilledAt: now })
    return allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMillisecond / 1_000))
  }

  #evictOldest(): void {
    const oldest = this.#buckets.keys().next()
    if (!oldest.done) this.#buckets.delete(oldest.value)
  }
}
