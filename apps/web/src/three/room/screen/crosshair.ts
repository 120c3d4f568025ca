/** The crosshair over the canvas, moved by keys; positions run from -1 to 1, y up. */
export class Crosshair {
  x = 0
  y = 0
  readonly #element = document.createElement('div')

  constructor(host: HTMLElement) {
    this.#element.setAttribute('aria-hidden', 'true')
    Object.assign(this.#element.style, {
      position: 'absolute',
      insetBlockStart: '0',
      left: '0',
      width: '28px',
      height: '28px',
      margin: '-14px',
      borderRadius: '50%',
      border: '2px solid #fff',
      boxShadow: '0 0 0 1.5px rgb(28 26 36 / 0.7), inset 0 0 0 1.5px rgb(28 26 36 / 0.5)',
      background: 'radial-gradient(circle, #fff 0 2px, rgb(28 26 36 / 0.7) 2px 3.5px, transparent 4px)',
      pointerEvents: 'none',
    })
    this.#element.hidden = true
    host.append(this.#element)
  }

  get visible(): boolean {
    return !this.#element.hidden
  }

  move(right: number, down: number): void {
    this.x = Math.min(0.98, Math.max(-0.98, this.x + right * 2))
    this.y = Math.min(0.98, Math.max(-0.98, this.y - down * 2))
    this.#element.hidden = false
    this.#element.style.left = `${(this.x + 1) * 50}%`
    this.#element.style.top = `${(1 - this.y) * 50}%`
  }

  hide(): void {
    this.#element.hidden = true
  }

  dispose(): void {
    this.#element.remove()
  }
}
