import { mostPoseBytes, noPose, type Point, type Pose, writePose } from '@veranda/core/rooms/pose.ts'
import { countedFrom, isWorthSending, sendEvery } from '@veranda/core/rooms/pose-rate.ts'

/** What of oneself is told, and when. The frame writes into `now`; nothing is taken from the heap but what is sent. */
export class OwnPose {
  readonly now: Pose = noPose()
  readonly #last = noPose()
  readonly #bytes = new Uint8Array(mostPoseBytes)
  readonly #view = new DataView(this.#bytes.buffer)
  readonly #lengths = new Map<number, Uint8Array>()
  readonly #send: (frame: Uint8Array) => void
  #from = -Infinity
  #seq = 0

  constructor(send: (frame: Uint8Array) => void) {
    this.#send = send
  }

  /** Sends what is in `now`, if it is worth a frame. */
  step(time: number, device: keyof typeof sendEvery): void {
    const { now } = this
    const every = sendEvery[device]
    if (!isWorthSending(now, this.#last, time - this.#from, every)) return
    this.#seq = (this.#seq + 1) & 0xffff
    now.seq = this.#seq
    now.time = Math.round(time) & 0xffff
    const length = writePose(now, this.#view)
    this.#from = countedFrom(this.#from, time, every)
    copyPose(now, this.#last)
    this.#send(this.#cut(length))
  }

  /** A frame has one of three lengths; each has its window on the same bytes. */
  #cut(length: number): Uint8Array {
    let cut = this.#lengths.get(length)
    if (!cut) {
      cut = this.#bytes.subarray(0, length)
      this.#lengths.set(length, cut)
    }
    return cut
  }
}

function copyPose(from: Pose, into: Pose): void {
  into.tells = from.tells
  into.presses = from.presses
  copyPoint(from.head, into.head)
  copyPoint(from.left, into.left)
  copyPoint(from.right, into.right)
}

export function copyPoint(from: Point, into: Point): void {
  into.px = from.px
  into.py = from.py
  into.pz = from.pz
  into.qx = from.qx
  into.qy = from.qy
  into.qz = from.qz
  into.qw = from.qw
}
