/** Frames on request: none is drawn while nothing changes, however often somebody asks. */
export class Frames {
  readonly #render: (time: number) => boolean
  readonly #listeners = new Set<() => void>()
  #asked = 0
  #ended = false

  /** `render` draws one frame at a time in milliseconds and says whether another should follow. */
  constructor(render: (time: number) => boolean) {
    this.#render = render
  }

  /** Asks for one frame. */
  ask(): void {
    if (this.#ended) return
    this.#asked ||= requestAnimationFrame((time) => {
      this.#asked = 0
      const more = this.#render(time)
      for (const listener of this.#listeners) listener()
      if (more) this.ask()
    })
  }

  /** Called after each frame. */
  on(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  end(): void {
    this.#ended = true
    cancelAnimationFrame(this.#asked)
  }
}
