import { randomBytes } from 'node:crypto'
import { type Clock } from './clock/clock.ts'
import { type IdGenerator } from './deps.ts'

/**
 * Makes a UUIDv7 generator (RFC 9562): 48 bits of time in milliseconds, then random bits, monotonic within one process.
 */
export function makeUuidV7Generator(clock: Clock): IdGenerator {
  let lastMs = 0
  let counter = 0
  return {
    next() {
      const now = clock.now()
      counter = now > lastMs ? randomBytes(2).readUInt16BE() & 0x7ff : counter + 1
      if (now > lastMs) lastMs = now
      if (counter > 0xfff) {
        lastMs += 1
        counter = 0
      }
      const bytes = randomBytes(16)
      bytes.writeUIntBE(lastMs, 0, 6)
      bytes.writeUInt16BE(0x7000 | counter, 6)
      bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
      const hex = bytes.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    },
  }
}
