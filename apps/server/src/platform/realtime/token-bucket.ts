/** A token bucket that holds `capacity` tokens and refills by `perSecond`. */
export class TokenBucket {
  #tokens: number
  #refilledAt = Date.now()
  readonly #capacity: number
  readonly #perSecond: number

  constructor(capacity: number, perSecond: number) {
    this.#tokens = capacity
    this.#capacity = capacity
    this.#perSecond = perSecond
  }

  /** Takes `count` tokens; returns false and takes none when there are too few. */
  tryTake(now = Date.now(), count = 1): boolean {
    this.#tokens = Math.min(this.#capacity, this.#tokens + ((now - this.#refilledAt) / 1_000) * this.#perSecond)
    this.#refilledAt = now
    if (this.#tokens < count) return false
    this.#tokens -= count
    return true
  }
}
