import { type AnimationAction, type AnimationClip, AnimationMixer, type Object3D } from 'three'

/** Plays the animations of a model, one at a time, in a loop; `reset` restores the saved pose. */
export class AnimationPlayer {
  readonly clips: readonly AnimationClip[]
  readonly #mixer: AnimationMixer
  readonly #root: Object3D
  #action: AnimationAction | undefined
  #playing = false
  #lastTime: number | undefined

  constructor(root: Object3D, clips: readonly AnimationClip[]) {
    this.#root = root
    this.#mixer = new AnimationMixer(root)
    this.clips = clips
  }

  /** The model is in its saved pose, in which it is measured and pinned. */
  get atRestPose(): boolean {
    return this.#action === undefined
  }

  get playing(): boolean {
    return this.#playing
  }

  /** Progress of the animation, 0 to 1. */
  get progress(): number {
    const seconds = this.#action?.getClip().duration ?? 0
    return seconds > 0 ? Math.min(1, (this.#action?.time ?? 0) / seconds) : 0
  }

  /** Selects an animation and rewinds it; it keeps playing only if another one was playing. */
  select(index: number): void {
    const playing = this.#playing
    this.reset()
    const clip = this.clips[index]
    if (!clip) return
    this.#action = this.#mixer.clipAction(clip)
    this.#action.play()
    this.seek(0)
    this.setPlaying(playing)
  }

  setPlaying(playing: boolean): void {
    this.#playing = playing && this.#action !== undefined
    this.#lastTime = undefined
  }

  /** Seeks to a progress of 0 to 1. */
  seek(progress: number): void {
    if (!this.#action) return
    this.#action.time = progress * this.#action.getClip().duration
    this.#mixer.update(0)
    this.#root.updateMatrixWorld(true)
  }

  reset(): void {
    this.#playing = false
    this.#action = undefined
    this.#mixer.stopAllAction()
    this.#root.updateMatrixWorld(true)
  }

  /** Advances to `time`, in milliseconds of any monotonic clock. Returns whether it is playing. */
  update(time: number): boolean {
    if (!this.#playing) return false
    // A page that was hidden does not catch up.
    const elapsedMs = this.#lastTime === undefined ? 0 : Math.min(100, time - this.#lastTime)
    this.#lastTime = time
    this.#mixer.update(elapsedMs / 1_000)
    this.#root.updateMatrixWorld(true)
    return true
  }
}
