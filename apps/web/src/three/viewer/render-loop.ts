/** Render loop on demand: several requests share one frame, and nothing is drawn while nothing changes. */
export class RenderLoop {
  readonly #render: (time: number) => boolean
  readonly #listeners = new Set<() => void>()
  #frameRequest = 0
  #stopped = false

  /** Takes a callback that draws one frame at a time in milliseconds and returns whether another should follow. */
  constructor(render: (time: number) => boolean) {
    this.#render = render
  }

  /** Requests one frame. */
  requestFrame(): void {
    if (this.#stopped) return
    this.#frameRequest ||= requestAnimationFrame((time) => {
      this.#frameRequest = 0
      const more = this.#render(time)
      for (const listener of this.#listeners) listener()
      if (more) this.requestFrame()
    })
  }

  /** Calls `listener` after each frame; returns the unsubscribe function. */
  onFrame(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  stop(): void {
    this.#stopped = true
    cancelAnimationFrame(this.#frameRequest)
  }
}
