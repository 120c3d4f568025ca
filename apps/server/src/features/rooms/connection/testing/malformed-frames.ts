import { maxPoseBytes, createPose, poseByteLength, poseFlag, writePose } from '@veranda/core/rooms/connection/pose.ts'

/** A WebSocket frame of a hostile client: the data, and whether it is marked as binary. */
export type ClientFrame = { readonly data: Buffer; readonly binary: boolean }

const fullPose = createPose()
fullPose.flags = poseFlag.left | poseFlag.right
const validFrame = Buffer.alloc(maxPoseBytes)
writePose(fullPose, new DataView(validFrame.buffer, validFrame.byteOffset))
const otherUserId = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const malformedTexts = [
  '',
  '{',
  'null',
  '[]',
  '"enter"',
  '{"name":"__proto__"}',
  '{"name":"ping"}',
  '{"name":"ping","at":1e999}',
  '{"name":"ping","at":NaN}',
  '{"name":"signal","to":255,"data":""}',
  '{"name":"signal","to":-1,"data":""}',
  '{"name":"signal","to":0.5,"data":""}',
  '{"name":"signal","to":0,"data":{}}',
  '{"name":"grab","key":"wall"}',
  '{"name":"grab","key":"placement","participantSlot":0}',
  '{"name":"drag","key":"placement","placement":{"position":[0,1e400,0],"yaw":0,"size":{"kind":"true"}}}',
  `{"name":"silence","userId":"x${otherUserId}","silenced":true}`,
  '{"name":"enter","token":"","device":"headset","muted":false,"voice":true}',
  `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
  `{"name":"${'x'.repeat(9_000)}"}`,
]

/** Generates malformed messages without end, each kind in turn, deterministic by seed. */
export function* malformedFrames(seed: number): Generator<ClientFrame, never> {
  let random = seed
  const randomBelow = (below: number) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
    return (random >>> 8) % below
  }
  const scratch = Buffer.alloc(20_000)
  const binary = (length: number): ClientFrame => ({ data: scratch.subarray(0, length), binary: true })
  for (let round = 0; ; round += 1) {
    validFrame.copy(scratch)
    switch (round % 9) {
      case 0: {
        // Random.
        const length = randomBelow(64)
        for (let index = 0; index < length; index += 1) scratch[index] = randomBelow(256)
        yield binary(length)
        break
      }
      case 1:
        // Truncated.
        yield binary(randomBelow(maxPoseBytes))
        break
      case 2:
        // Too long: by a little, and by as much as the socket accepts.
        yield binary(maxPoseBytes + 1 + (round % 1000 === 2 ? 19_000 : randomBelow(40)))
        break
      case 3:
        // Of another version.
        scratch[0] = randomBelow(256) & ~64
        yield binary(maxPoseBytes)
        break
      case 4:
        // A server batch for another participant slot.
        scratch[0] = 0xb1
        scratch[1] = 1
        scratch[4] = randomBelow(8)
        validFrame.copy(scratch, 5)
        yield binary(5 + maxPoseBytes)
        break
      case 5: {
        // A valid header with values outside the range: where NaN and infinities would be, and beyond the edge.
        scratch.writeUInt16BE(0x8000, 5)
        scratch.writeDoubleBE(round % 2 ? Number.NaN : Number.NEGATIVE_INFINITY, 7)
        scratch.fill(0xff, 15, 25)
        yield binary(poseByteLength(scratch[0] ?? 0) - (round % 3 === 0 ? 0 : 1))
        break
      }
      case 6:
        // Text as binary, and binary as text.
        yield { data: Buffer.from('{"name":"ping","at":1}'), binary: true }
        break
      case 7:
        yield { data: scratch.subarray(0, maxPoseBytes), binary: false }
        break
      default:
        yield { data: Buffer.from(malformedTexts[randomBelow(malformedTexts.length)] ?? ''), binary: false }
    }
  }
}
