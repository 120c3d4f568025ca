import { type AnimationAction, type AnimationClip, AnimationMixer, type Object3D } from 'three'

/** Plays what a work brought along, one animation at a time, again and again; `rest` puts everything back. */
export class Player {
  readonly clips: readonly AnimationClip[]
  readonly #mixer: AnimationMixer
  readonly #root: Object3D
  #action: AnimationAction | undefined
  #playing = false
  #last: number | undefined

  constructor(root: Object3D, clips: readonly AnimationClip[]) {
    this.#root = root
    this.#mixer = new AnimationMixer(root)
    this.clips = clips
  }

  /** Whether it stands as it was saved, which is how it is measured and pinned. */
  get resting(): boolean {
    return this.#action === undefined
  }

  get playing(): boolean {
    return this.#playing
  }

  /** How far the animation has come, 0 to 1. */
  get share(): number {
    const seconds = this.#action?.getClip().duration ?? 0
    return seconds > 0 ? Math.min(1, (this.#action?.time ?? 0) / seconds) : 0
  }

  /** Takes up one of the animations at its beginning; it moves on only if another did. */
  choose(index: number): void {
    const playing = this.#playing
    this.rest()
    const clip = this.clips[index]
    if (!clip) return
    this.#action = this.#mixer.clipAction(clip)
    this.#action.play()
    this.seek(0)
    this.play(playing)
  }

  play(on: boolean): void {
    this.#playing = on && this.#action !== undefined
    this.#last = undefined
  }

  /** Goes to a place in it, 0 to 1. */
  seek(share: number): void {
    if (!this.#action) return
    this.#action.time = share * this.#action.getClip().duration
    this.#mixer.update(0)
    this.#root.updateMatrixWorld(true)
  }

  rest(): void {
    this.#playing = false
    this.#action = undefined
    this.#mixer.stopAllAction()
    this.#root.updateMatrixWorld(true)
  }

  /** Moves on to `time`, in milliseconds of any clock that runs; whether it is still playing. */
  step(time: number): boolean {
    if (!this.#playing) return false
    // A page that was hidden does not catch up.
    const passed = this.#last === undefined ? 0 : Math.min(100, time - this.#last)
    this.#last = time
    this.#mixer.update(passed / 1_000)
    this.#root.updateMatrixWorld(true)
    return true
  }
}
