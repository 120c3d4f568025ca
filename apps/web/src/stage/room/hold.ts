/** How long after a hand let go the record of where it put the work may still be on its way, in milliseconds. */
const recordComes = 1_000

type Bench = {
  /** Gives up what is done with the work here. */
  readonly giveUp: () => void
  /** Puts the work where the room's record says. */
  readonly stand: () => void
}

/** Whose hand is on the work. One that is let go stands where it was put down, or goes back to where it stood. */
export class Hold {
  /** One's own slot. */
  me = -1
  #holder: number | undefined
  #standing: ReturnType<typeof setTimeout> | undefined
  readonly #bench: Bench

  constructor(bench: Bench) {
    this.#bench = bench
  }

  /** Somebody else has a hand on the work. */
  get taken(): boolean {
    return this.#holder !== undefined && this.#holder !== this.me
  }

  by(holder: number | undefined): void {
    const letGo = this.#holder !== undefined && holder === undefined
    this.#holder = holder
    clearTimeout(this.#standing)
    if (letGo) this.#standing = setTimeout(() => this.#bench.stand(), recordComes)
    if (this.taken) this.#bench.giveUp()
  }

  dispose(): void {
    clearTimeout(this.#standing)
  }
}
