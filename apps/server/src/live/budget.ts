/** A bucket that holds `most` and fills by `perSecond`. */
export class Budget {
  #left: number
  #at = Date.now()
  readonly #most: number
  readonly #perSecond: number

  constructor(most: number, perSecond: number) {
    this.#left = most
    this.#most = most
    this.#perSecond = perSecond
  }

  /** Takes one; false when there is none left. */
  take(now = Date.now()): boolean {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1_000) * this.#perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
