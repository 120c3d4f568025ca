import { mostPoseBytes, type Pose, poseBytes, readPose } from './pose.ts'

/** The first byte of a batch. */
const mark = 0xb1
const headBytes = 4
/** A record is the slot of a person and the frame as it came. */
export const mostRecordBytes = mostPoseBytes + 1

/**
 * Gathers what the people of a room sent since the last tick: one frame a person, the newest. The bytes of a frame are
 * passed on as they came, unread but for their check.
 */
export class BatchWriter {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #end = headBytes
  #count = 0

  constructor(mostPeople: number) {
    this.#bytes = new Uint8Array(headBytes + mostPeople * mostRecordBytes)
    this.#view = new DataView(this.#bytes.buffer)
  }

  get count(): number {
    return this.#count
  }

  clear(): void {
    this.#end = headBytes
    this.#count = 0
  }

  add(slot: number, frame: Uint8Array, length: number): void {
    this.#bytes[this.#end] = slot
    this.#bytes.set(length === frame.length ? frame : frame.subarray(0, length), this.#end + 1)
    this.#end += 1 + length
    this.#count += 1
  }

  /** The batch, stamped with the server's clock in milliseconds modulo 65 536. A copy: it may be sent later. */
  take(time: number): Uint8Array {
    this.#view.setUint8(0, mark)
    this.#view.setUint8(1, this.#count)
    this.#view.setUint16(2, time & 0xffff)
    return this.#bytes.slice(0, this.#end)
  }
}

/** Reads a batch record by record into one pose; answers false when it is no sound batch. */
export function readBatch(bytes: DataView, into: Pose, each: (slot: number, pose: Pose) => void): boolean {
  if (bytes.byteLength < headBytes || bytes.getUint8(0) !== mark) return false
  let at = headBytes
  for (let left = bytes.getUint8(1); left > 0; left -= 1) {
    if (at + 2 > bytes.byteLength) return false
    const slot = bytes.getUint8(at)
    const end = at + 1 + poseBytes(bytes.getUint8(at + 1))
    const next = readPose(bytes, at + 1, Math.min(end, bytes.byteLength), into)
    if (next < 0) return false
    each(slot, into)
    at = next
  }
  return at === bytes.byteLength
}
