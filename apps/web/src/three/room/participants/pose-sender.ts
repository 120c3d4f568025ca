import { maxPoseBytes, createPose, type PosePoint, type Pose, writePose } from '@veranda/core/rooms/connection/pose.ts'
import { nextIntervalStart, shouldSendPose, poseIntervalMs } from './pose-send-rate.ts'

/** Sends the pose of the local user at the right rate. The frame writes into `current`; only sending allocates. */
export class PoseSender {
  readonly current: Pose = createPose()
  readonly #lastSent = createPose()
  readonly #bytes = new Uint8Array(maxPoseBytes)
  readonly #view = new DataView(this.#bytes.buffer)
  readonly #framesByLength = new Map<number, Uint8Array>()
  readonly #send: (frame: Uint8Array) => void
  #countedFrom = -Infinity
  #seq = 0

  constructor(send: (frame: Uint8Array) => void) {
    this.#send = send
  }

  /** Sends `current` if it has changed enough and the interval has passed. */
  sendIfDue(time: number, device: keyof typeof poseIntervalMs): void {
    const { current } = this
    const intervalMs = poseIntervalMs[device]
    if (!shouldSendPose(current, this.#lastSent, time - this.#countedFrom, intervalMs)) return
    this.#seq = (this.#seq + 1) & 0xffff
    current.seq = this.#seq
    current.time = Math.round(time) & 0xffff
    const length = writePose(current, this.#view)
    this.#countedFrom = nextIntervalStart(this.#countedFrom, time, intervalMs)
    copyPose(current, this.#lastSent)
    this.#send(this.#frameOf(length))
  }

  /** Returns a view of the first `length` bytes; each of the three frame lengths has its own cached view. */
  #frameOf(length: number): Uint8Array {
    let frame = this.#framesByLength.get(length)
    if (!frame) {
      frame = this.#bytes.subarray(0, length)
      this.#framesByLength.set(length, frame)
    }
    return frame
  }
}

function copyPose(from: Pose, into: Pose): void {
  into.flags = from.flags
  into.buttons = from.buttons
  copyPoint(from.head, into.head)
  copyPoint(from.left, into.left)
  copyPoint(from.right, into.right)
}

export function copyPoint(from: PosePoint, into: PosePoint): void {
  into.px = from.px
  into.py = from.py
  into.pz = from.pz
  into.qx = from.qx
  into.qy = from.qy
  into.qz = from.qz
  into.qw = from.qw
}
