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

  /** Takes one, or as many as said; false, and takes none, when there are not so many left. */
  take(now = Date.now(), count = 1): boolean {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1_000) * this.#perSecond)
    this.#at = now
    if (this.#left < count) return false
    this.#left -= count
    return true
  }
}
