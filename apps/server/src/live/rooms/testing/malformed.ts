import { mostPoseBytes, noPose, poseBytes, tell, writePose } from '@veranda/core/rooms/pose.ts'

/** What somebody sends who means harm, as it arrives: the bytes, and whether they say that they are binary. */
export type Sent = { readonly data: Buffer; readonly binary: boolean }

const whole = noPose()
whole.tells = tell.left | tell.right
const sound = Buffer.alloc(mostPoseBytes)
writePose(whole, new DataView(sound.buffer, sound.byteOffset))
const other = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const words = [
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
  '{"name":"hold","key":"wall"}',
  '{"name":"hold","key":"placement","slot":0}',
  '{"name":"drag","key":"placement","placement":{"position":[0,1e400,0],"yaw":0,"size":{"kind":"true"}}}',
  `{"name":"silence","personId":"x${other}","silenced":true}`,
  '{"name":"enter","token":"","device":"headset","muted":false,"voice":true}',
  `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
  `{"name":"${'x'.repeat(9_000)}"}`,
]

/** Malformed messages without end, each kind in its turn, the same for each seed. */
export function* malformed(seed: number): Generator<Sent, never> {
  let random = seed
  const next = (below: number) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
    return (random >>> 8) % below
  }
  const scratch = Buffer.alloc(20_000)
  const binary = (length: number): Sent => ({ data: scratch.subarray(0, length), binary: true })
  for (let turn = 0; ; turn += 1) {
    sound.copy(scratch)
    switch (turn % 9) {
      case 0: {
        // Chance.
        const length = next(64)
        for (let at = 0; at < length; at += 1) scratch[at] = next(256)
        yield binary(length)
        break
      }
      case 1:
        // Cut short.
        yield binary(next(mostPoseBytes))
        break
      case 2:
        // Too long: by a little, and by as much as the line lets through.
        yield binary(mostPoseBytes + 1 + (turn % 1000 === 2 ? 19_000 : next(40)))
        break
      case 3:
        // Of another version.
        scratch[0] = next(256) & ~64
        yield binary(mostPoseBytes)
        break
      case 4:
        // As the server writes it, for another's slot.
        scratch[0] = 0xb1
        scratch[1] = 1
        scratch[4] = next(8)
        sound.copy(scratch, 5)
        yield binary(5 + mostPoseBytes)
        break
      case 5: {
        // A sound head with what no number says: the places that floats' NaN and infinities leave, and beyond the edge.
        scratch.writeUInt16BE(0x8000, 5)
        scratch.writeDoubleBE(turn % 2 ? Number.NaN : Number.NEGATIVE_INFINITY, 7)
        scratch.fill(0xff, 15, 25)
        yield binary(poseBytes(scratch[0] ?? 0) - (turn % 3 === 0 ? 0 : 1))
        break
      }
      case 6:
        // A text where bytes are meant, and the other way round.
        yield { data: Buffer.from('{"name":"ping","at":1}'), binary: true }
        break
      case 7:
        yield { data: scratch.subarray(0, mostPoseBytes), binary: false }
        break
      default:
        yield { data: Buffer.from(words[next(words.length)] ?? ''), binary: false }
    }
  }
}
