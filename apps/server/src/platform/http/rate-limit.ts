import { type Milliseconds } from '@veranda/core/time/instant.ts'
import { TokenBucket } from '../token-bucket.ts'

/** At most `max` calls per window, counted per address, per account, or per address and e-mail in the body. */
export type RateLimit = {
  readonly per: 'address' | 'account' | 'address-and-email'
  readonly max: number
  readonly windowMs: Milliseconds
}

/** Counts in memory, with a bounded number of token buckets. A bucket refills evenly over its window. */
export class RateLimiter {
  readonly #buckets = new Map<string, TokenBucket>()
  readonly #maxBuckets: number

  constructor(maxBuckets = 50_000) {
    this.#maxBuckets = maxBuckets
  }

  /** Consumes one call; returns 0 when it may proceed, else the seconds to wait. */
  consume(key: string, { max, windowMs }: RateLimit, now = Date.now()): number {
    const known = this.#buckets.get(key)
    if (known) this.#buckets.delete(key)
    else if (this.#buckets.size >= this.#maxBuckets) this.#evictOldest()
    const bucket = known ?? new TokenBucket(max, (max / windowMs) * 1_000, now)
    this.#buckets.set(key, bucket)
    return bucket.tryTake(now) ? 0 : bucket.secondsToNextToken
  }

  #evictOldest(): void {
    const oldest = this.#buckets.keys().next()
    if (!oldest.done) this.#buckets.delete(oldest.value)
  }
}
