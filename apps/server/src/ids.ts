import { randomBytes } from 'node:crypto'
import { type Clock } from './clock.ts'
import { type Ids } from './deps.ts'

/** UUIDv7 (RFC 9562): 48 bits of the clock, the rest random, rising within one millisecond of one process. */
export function uuid7(clock: Clock): Ids {
  let last = 0
  let counter = 0
  return {
    next() {
      const now = clock.now()
      counter = now > last ? randomBytes(2).readUInt16BE() & 0x7ff : counter + 1
      if (now > last) last = now
      if (counter > 0xfff) {
        last += 1
        counter = 0
      }
      const bytes = randomBytes(16)
      bytes.writeUIntBE(last, 0, 6)
      bytes.writeUInt16BE(0x7000 | counter, 6)
      bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
      const hex = bytes.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    },
  }
}
