const beat = 2_500
/** So many beats in which nothing was heard, and the line is taken for broken, though nobody said so. */
const mostUnheard = 4
/** An answer comes within so long when there is reason to doubt the line, in milliseconds. */
const doubt = 3_000
/** What gives reason to look after the line. */
const wakes = [
  [window, 'online'],
  [window, 'focus'],
  [document, 'visibilitychange'],
] as const

/** What the pulse of a line does about it. */
type Acts = {
  ping: () => void
  /** Nothing is heard on it any more: a line that died in silence tells nothing, not even that it was closed. */
  giveUp: () => void
  /** The network is back, or the page is looked at again. */
  wake: () => void
}

/**
 * Looks after a line: pings every few seconds, whatever the drawing is busy with, and gives it up when several were not
 * answered. Counts beats and no time, since the clocks of a page in the background stand still.
 */
export class Pulse {
  readonly #acts: Acts
  readonly #beat: ReturnType<typeof setInterval>
  #unheard = 0
  #doubts: ReturnType<typeof setTimeout> | undefined

  constructor(acts: Acts) {
    this.#acts = acts
    this.#beat = setInterval(() => this.#beats(), beat)
    for (const [target, name] of wakes) target.addEventListener(name, this.#wakes)
  }

  /** Something was heard, or the line is a new one. */
  heard(): void {
    this.#unheard = 0
    clearTimeout(this.#doubts)
    this.#doubts = undefined
  }

  /** Asks whether the line still is one, and does not wait long for the answer. */
  probe(): void {
    this.#acts.ping()
    this.#doubts ??= setTimeout(() => this.#acts.giveUp(), doubt)
  }

  end(): void {
    clearInterval(this.#beat)
    clearTimeout(this.#doubts)
    for (const [target, name] of wakes) target.removeEventListener(name, this.#wakes)
  }

  #beats(): void {
    if (this.#unheard >= mostUnheard) return this.#acts.giveUp()
    this.#unheard += 1
    this.#acts.ping()
  }

  readonly #wakes = () => {
    if (document.visibilityState !== 'hidden') this.#acts.wake()
  }
}
