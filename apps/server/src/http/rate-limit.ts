import { type Milliseconds } from '@veranda/core/time/instant.ts'

/** At most `max` calls within `window`, counted per address, per account, or per address and named account. */
export type RateLimit = {
  readonly per: 'address' | 'account' | 'address-and-email'
  readonly max: number
  readonly window: Milliseconds
}

type Bucket = { left: number; at: number }

/** Counts in memory, bounded; a full bucket refills evenly over its window. */
export class RateCounter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #bound: number

  constructor(bound = 50_000) {
    this.#bound = bound
  }

  /** Takes one call; answers 0 when it may pass, else the seconds to wait. */
  take(key: string, limit: RateLimit, now = Date.now()): number {
    const perMillisecond = limit.max / limit.window
    const known = this.#buckets.get(key)
    const left = known ? Math.min(limit.max, known.left + (now - known.at) * perMillisecond) : limit.max
    if (known) this.#buckets.delete(key)
    else if (this.#buckets.size >= this.#bound) this.#forgetOldest()
    const passes = left >= 1
    this.#buckets.set(key, { left: passes ? left - 1 : left, at: now })
    return passes ? 0 : Math.max(1, Math.ceil((1 - left) / perMillisecond / 1_000))
  }

  #forgetOldest(): void {
    const oldest = this.#buckets.keys().next()
    if (!oldest.done) this.#buckets.delete(oldest.value)
  }
}
