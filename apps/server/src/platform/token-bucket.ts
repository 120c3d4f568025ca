/**
 * A token bucket that holds `capacity` tokens and refills by `perSecond`. Times are milliseconds of
 * `performance.now()`, because the clock of the machine may be set back.
 */
export class TokenBucket {
  #tokens: number
  #refilledAt: number
  readonly #capacity: number
  readonly #perSecond: number

  constructor(capacity: number, perSecond: number, now = performance.now()) {
    this.#tokens = capacity
    this.#refilledAt = now
    this.#capacity = capacity
    this.#perSecond = perSecond
  }

  /** Takes `count` tokens; returns false and takes none when there are too few. */
  tryTake(now = performance.now(), count = 1): boolean {
    this.#tokens = Math.min(this.#capacity, this.#tokens + ((now - this.#refilledAt) / 1_000) * this.#perSecond)
    this.#refilledAt = now
    if (this.#tokens < count) return false
    this.#tokens -= count
    return true
  }

  /** Returns the whole seconds, at least one, from the last call of `tryTake` until one token is there. */
  get secondsToNextToken(): number {
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.#perSecond))
  }
}
