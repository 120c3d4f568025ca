import { type Object3D } from 'three'
import { PaperLantern } from '../front-door/paper-lantern.ts'

/** Its place on the deck, at the edge of the floor circle towards the garden, in metres. */
const place = { x: -1.45, z: -1.5 }
const lightingMs = 1_200
const stepMs = 33

/** The lantern that is lit on the deck of the room while a paid asset is in the scene; it is a part of the veranda. */
export class DeckLantern {
  readonly #lantern = new PaperLantern(place.x, place.z, { lightsOthers: false })
  readonly #requestRender: () => void
  #light = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(veranda: Object3D, requestRender: () => void) {
    this.#requestRender = requestRender
    this.#lantern.group.scale.setScalar(0)
    veranda.add(this.#lantern.group)
  }

  /** Lights it slowly, or puts it away; at once for users who prefer reduced motion. */
  set(isLit: boolean): void {
    clearInterval(this.#timer)
    this.#lantern.group.scale.setScalar(isLit ? 1 : 0)
    if (!isLit || matchMedia('(prefers-reduced-motion: reduce)').matches) return this.#setLight(isLit ? 1 : 0)
    this.#timer = setInterval(() => {
      this.#setLight(Math.min(1, this.#light + stepMs / lightingMs))
      if (this.#light === 1) clearInterval(this.#timer)
    }, stepMs)
  }

  dispose(): void {
    clearInterval(this.#timer)
    this.#lantern.dispose()
  }

  #setLight(light: number): void {
    this.#light = light
    this.#lantern.setLight(light)
    this.#requestRender()
  }
}
