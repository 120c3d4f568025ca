import { noPose, type Point, type Pose } from './pose.ts'
import { turnBetween } from './quaternion.ts'

const kept = 8
/** Beyond the newest frame a person is thought to go on for this long, in milliseconds. */
const goesOn = 100
/** Then they are held, and after this long without a frame they begin to fade. People at rest send every 500. */
const holds = 1200
const fades = 800
/**
 * A frame that comes this much later than its own clock says begins a new count, and so does one with an old number
 * after as long a silence: the device counts from the start again. In milliseconds.
 */
const longSilence = 1000
/** How much of the quickest way is forgotten with each frame, in milliseconds. */
const forgets = 0.05
/** A step between frames that is further than this is a jump, in metres: nobody is drawn on the way. */
const jump = 1.5

/**
 * The recent poses of somebody else, shown a little late so that there is always a next one: `late` is two periods of
 * sending. All of its room is taken at the start; showing allocates nothing.
 */
export class PoseTrack {
  readonly #frames: Pose[] = Array.from({ length: kept }, noPose)
  /** When each frame was sent, by the sender's clock, counted on beyond 65 535. */
  readonly #sent = new Float64Array(kept)
  readonly #late: number
  #count = 0
  #newest = 0
  /** One's own clock less the sender's, with the quickest way that a frame has taken. */
  #offset = 0
  #heard = 0

  constructor(late: number) {
    this.#late = late
  }

  /** Takes a frame that was heard at `now` (milliseconds of one's own clock). Old ones and doubles are dropped. */
  push(pose: Pose, now: number): void {
    const last = this.#frames[this.#newest]
    if (!last) return
    const ahead = (pose.seq - last.seq) & 0xffff
    if (this.#count > 0 && (ahead === 0 || ahead > 0x8000)) {
      if (now - this.#heard < longSilence) return
      this.#count = 0
    }
    this.#heard = now
    const sent = this.#count === 0 ? 0 : this.#time(this.#newest) + Math.max(0.001, signed(pose.time - last.time))
    const lag = now - sent
    // Clocks drift and lines change: the quickest way is forgotten slowly, and at once after a long silence.
    const known = this.#count > 0 && lag - this.#offset < longSilence
    this.#offset = known ? Math.min(this.#offset + forgets, lag) : lag
    this.#newest = (this.#newest + 1) % kept
    this.#sent[this.#newest] = sent
    const into = this.#frames[this.#newest]
    if (into) copy(pose, into)
    this.#count = Math.min(kept, this.#count + 1)
  }

  /**
   * Where they are to be drawn at `now`: between two frames, or going on for a moment after the last one, or held.
   * Answers how present they are, 1 to 0; 0 before the first frame.
   */
  show(now: number, into: Pose): number {
    if (this.#count === 0) return 0
    const when = now - this.#late - this.#offset
    let after = this.#newest
    let before = after
    for (let back = 1; back < this.#count && this.#time(before) > when; back += 1) {
      after = before
      before = (this.#newest - back + kept) % kept
    }
    const first = this.#frames[before]
    const second = this.#frames[after]
    if (!first || !second) return 0
    if (before === after) this.#goOn(first, when, into)
    else blend(first, second, share(when, this.#time(before), this.#time(after)), into)
    const silent = when - this.#time(this.#newest) - holds
    return silent <= 0 ? 1 : Math.max(0, 1 - silent / fades)
  }

  /** Only the oldest or the newest frame is at hand: before the first nothing is made up, after the last it goes on. */
  #goOn(pose: Pose, when: number, into: Pose): void {
    const earlier = (this.#newest - 1 + kept) % kept
    const span = this.#time(this.#newest) - this.#time(earlier)
    const ahead = Math.min(goesOn, when - this.#time(this.#newest))
    const former = this.#frames[earlier]
    if (this.#count < 2 || !former || ahead <= 0 || span > goesOn * 2) copy(pose, into)
    else blend(former, pose, 1 + ahead / span, into)
  }

  #time(at: number): number {
    return this.#sent[at] ?? 0
  }
}

function share(when: number, from: number, to: number): number {
  return to > from ? Math.min(1, Math.max(0, (when - from) / (to - from))) : 1
}

function blend(a: Pose, b: Pose, share: number, into: Pose): void {
  into.seq = b.seq
  into.time = b.time
  into.tells = b.tells
  into.presses = b.presses
  between(a.head, b.head, share, into.head)
  between(a.left, b.left, share, into.left)
  between(a.right, b.right, share, into.right)
}

function between(a: Point, b: Point, share: number, into: Point): void {
  const far = Math.hypot(b.px - a.px, b.py - a.py, b.pz - a.pz)
  const part = far > jump ? 1 : share
  into.px = a.px + (b.px - a.px) * part
  into.py = a.py + (b.py - a.py) * part
  into.pz = a.pz + (b.pz - a.pz) * part
  turnBetween(a, b, Math.min(part, 1), into)
}

function copy(from: Pose, into: Pose): void {
  blend(from, from, 1, into)
}

/** The difference of two clocks that begin anew after 65 535. */
function signed(difference: number): number {
  const ahead = difference & 0xffff
  return ahead > 0x8000 ? ahead - 0x1_0000 : ahead
}
