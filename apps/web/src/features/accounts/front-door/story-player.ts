import { createStore, type Store } from '../../../lib/store.ts'
import { storyDurationMs, type StoryMoment, storyMomentAt } from './story.ts'

export type Playback = 'playing' | 'paused' | 'ended'

/** A page that was hidden does not catch up. */
const maxFrameMs = 100

/** The clock of the story. It moves only while it plays and its frames are drawn, and stops at the end. */
export class StoryPlayer {
  readonly playback: Store<Playback> = createStore<Playback>('paused')
  #timeMs: number
  #lastFrameMs: number | undefined

  constructor(startMs = 0) {
    this.#timeMs = startMs
    if (startMs >= storyDurationMs) this.playback.set('ended')
  }

  get moment(): StoryMoment {
    return storyMomentAt(this.#timeMs)
  }

  /** Plays on, or from the start after the end. */
  play(): void {
    if (this.playback.get() === 'ended') this.#timeMs = 0
    this.#lastFrameMs = undefined
    this.playback.set('playing')
  }

  /** Pauses; after the end there is nothing to pause. */
  pause(): void {
    if (this.playback.get() === 'playing') this.playback.set('paused')
  }

  /** Forgets the last frame, so that a break between frames takes no time of the story. */
  skipBreak(): void {
    this.#lastFrameMs = undefined
  }

  /** Advances to a frame, in milliseconds of any monotonic clock. Returns the milliseconds since the last frame. */
  advanceTo(frameMs: number): number {
    const elapsedMs =
      this.#lastFrameMs === undefined ? 0 : Math.min(maxFrameMs, Math.max(0, frameMs - this.#lastFrameMs))
    this.#lastFrameMs = frameMs
    if (this.playback.get() === 'playing') {
      this.#timeMs = Math.min(storyDurationMs, this.#timeMs + elapsedMs)
      if (this.#timeMs >= storyDurationMs) this.playback.set('ended')
    }
    return elapsedMs
  }
}
