import { maxPoseBytes, type Pose, poseByteLength, readPose } from './pose.ts'

/** The first byte of a batch. */
const batchMarkerCode = 0xb1
const headerBytes = 4
/** An entry is a participant slot and their frame as received. */
export const maxEntryBytes = maxPoseBytes + 1

/**
 * Collects the latest frame of each participant since the last tick. Frames are copied as received, without decoding.
 */
export class PoseBatchWriter {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #end = headerBytes
  #count = 0

  constructor(maxParticipants: number) {
    this.#bytes = new Uint8Array(headerBytes + maxParticipants * maxEntryBytes)
    this.#view = new DataView(this.#bytes.buffer)
  }

  get count(): number {
    return this.#count
  }

  clear(): void {
    this.#end = headerBytes
    this.#count = 0
  }

  add(participantSlot: number, frame: Uint8Array, length: number): void {
    this.#bytes[this.#end] = participantSlot
    this.#bytes.set(length === frame.length ? frame : frame.subarray(0, length), this.#end + 1)
    this.#end += 1 + length
    this.#count += 1
  }

  /** Returns a copy of the batch, stamped with the server clock in milliseconds modulo 65,536. */
  take(time: number): Uint8Array {
    this.#view.setUint8(0, batchMarkerCode)
    this.#view.setUint8(1, this.#count)
    this.#view.setUint16(2, time & 0xffff)
    return this.#bytes.slice(0, this.#end)
  }
}

/** Reads a batch entry by entry into one pose; returns false if it is malformed. */
export function readPoseBatch(
  bytes: DataView,
  into: Pose,
  onPose: (participantSlot: number, pose: Pose) => void,
): boolean {
  if (bytes.byteLength < headerBytes || bytes.getUint8(0) !== batchMarkerCode) return false
  let offset = headerBytes
  for (let remaining = bytes.getUint8(1); remaining > 0; remaining -= 1) {
    if (offset + 2 > bytes.byteLength) return false
    const participantSlot = bytes.getUint8(offset)
    const end = offset + 1 + poseByteLength(bytes.getUint8(offset + 1))
    const next = readPose(bytes, offset + 1, Math.min(end, bytes.byteLength), into)
    if (next < 0) return false
    onPose(participantSlot, into)
    offset = next
  }
  return offset === bytes.byteLength
}
