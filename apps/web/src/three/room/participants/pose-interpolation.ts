import { createPose, type PosePoint, type Pose } from '@veranda/core/rooms/connection/pose.ts'
import { interpolateRotation } from '@veranda/core/rooms/connection/quaternion.ts'

const bufferedFrameCount = 8
/** Motion is extrapolated beyond the latest frame for at most this long, in milliseconds. */
const maxExtrapolationMs = 100
/** After this long without a frame a participant starts to fade, in milliseconds. Idle devices send every 500. */
const holdMs = 1200
const fadeMs = 800
/**
 * A frame that is this much later than its own clock resets the buffer, and so does an old sequence number after this
 * long a silence: the device has started over. In milliseconds.
 */
const resetGapMs = 1000
/** Drift of the clock offset allowed per frame, in milliseconds. */
const offsetDecayMs = 0.05
/** A step further than this is a jump that is not interpolated, in metres. */
const jumpMetres = 1.5

/**
 * Interpolates the recent poses of a remote participant, `delayMs` (two send intervals) behind, so that there is
 * usually a next frame. Preallocates everything; sampling allocates nothing.
 */
export class PoseInterpolator {
  readonly #frames: Pose[] = Array.from({ length: bufferedFrameCount }, createPose)
  /** Send time of each frame by the sender's clock, unwrapped beyond 65,535. */
  readonly #sentTimes = new Float64Array(bufferedFrameCount)
  readonly #delayMs: number
  #count = 0
  #newest = 0
  /** Local clock minus the sender's, at the lowest latency seen. */
  #clockOffset = 0
  #lastReceivedAt = 0

  constructor(delayMs: number) {
    this.#delayMs = delayMs
  }

  /** Adds a frame received at `now` (local clock, milliseconds). Drops old frames and duplicates. */
  push(pose: Pose, now: number): void {
    const last = this.#frames[this.#newest]
    if (!last) return
    const ahead = (pose.seq - last.seq) & 0xffff
    if (this.#count > 0 && (ahead === 0 || ahead > 0x8000)) {
      if (now - this.#lastReceivedAt < resetGapMs) return
      this.#count = 0
    }
    this.#lastReceivedAt = now
    const sent =
      this.#count === 0 ? 0 : this.#sentAt(this.#newest) + Math.max(0.001, signedClockDifference(pose.time - last.time))
    const lag = now - sent
    // Clocks drift and routes change: forget the lowest latency slowly, and at once after a long silence.
    const known = this.#count > 0 && lag - this.#clockOffset < resetGapMs
    this.#clockOffset = known ? Math.min(this.#clockOffset + offsetDecayMs, lag) : lag
    this.#newest = (this.#newest + 1) % bufferedFrameCount
    this.#sentTimes[this.#newest] = sent
    const into = this.#frames[this.#newest]
    if (into) copyPose(pose, into)
    this.#count = Math.min(bufferedFrameCount, this.#count + 1)
  }

  /**
   * Samples the pose at `now`: interpolated, briefly extrapolated, or held. Returns the opacity, 1 to 0; 0 before the
   * first frame.
   */
  sampleAt(now: number, into: Pose): number {
    if (this.#count === 0) return 0
    const when = now - this.#delayMs - this.#clockOffset
    let after = this.#newest
    let before = after
    for (let offset = 1; offset < this.#count && this.#sentAt(before) > when; offset += 1) {
      after = before
      before = (this.#newest - offset + bufferedFrameCount) % bufferedFrameCount
    }
    const first = this.#frames[before]
    const second = this.#frames[after]
    if (!first || !second) return 0
    if (before === after) this.#extrapolate(first, when, into)
    else blendPoses(first, second, blendFraction(when, this.#sentAt(before), this.#sentAt(after)), into)
    const silentMs = when - this.#sentAt(this.#newest) - holdMs
    return silentMs <= 0 ? 1 : Math.max(0, 1 - silentMs / fadeMs)
  }

  /** Extrapolates beyond the latest frame; before the first frame it copies it. */
  #extrapolate(pose: Pose, when: number, into: Pose): void {
    const earlier = (this.#newest - 1 + bufferedFrameCount) % bufferedFrameCount
    const span = this.#sentAt(this.#newest) - this.#sentAt(earlier)
    const ahead = Math.min(maxExtrapolationMs, when - this.#sentAt(this.#newest))
    const previous = this.#frames[earlier]
    if (this.#count < 2 || !previous || ahead <= 0 || span > maxExtrapolationMs * 2) copyPose(pose, into)
    else blendPoses(previous, pose, 1 + ahead / span, into)
  }

  #sentAt(index: number): number {
    return this.#sentTimes[index] ?? 0
  }
}

function blendFraction(when: number, from: number, to: number): number {
  return to > from ? Math.min(1, Math.max(0, (when - from) / (to - from))) : 1
}

function blendPoses(a: Pose, b: Pose, share: number, into: Pose): void {
  into.seq = b.seq
  into.time = b.time
  into.flags = b.flags
  into.buttons = b.buttons
  interpolatePoint(a.head, b.head, share, into.head)
  interpolatePoint(a.left, b.left, share, into.left)
  interpolatePoint(a.right, b.right, share, into.right)
}

function interpolatePoint(a: PosePoint, b: PosePoint, share: number, into: PosePoint): void {
  const distance = Math.hypot(b.px - a.px, b.py - a.py, b.pz - a.pz)
  const fraction = distance > jumpMetres ? 1 : share
  into.px = a.px + (b.px - a.px) * fraction
  into.py = a.py + (b.py - a.py) * fraction
  into.pz = a.pz + (b.pz - a.pz) * fraction
  interpolateRotation(a, b, Math.min(fraction, 1), into)
}

function copyPose(from: Pose, into: Pose): void {
  blendPoses(from, from, 1, into)
}

/** Returns the signed difference of two clocks that wrap after 65,535. */
function signedClockDifference(difference: number): number {
  const ahead = difference & 0xffff
  return ahead > 0x8000 ? ahead - 0x1_0000 : ahead
}
