/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const numbers = [
  '0',
  '-1',
  '1',
  '3',
  '65535',
  '4294967295',
  '9007199254740993',
  '1e308',
  '-0.5',
  'null',
  '""',
  '[]',
  '{}',
  'NaN',
]

/** One GLB changed in one to four of the ways in which files break or are broken on purpose. */
export function mutate(good: Uint8Array, chance: () => number): Uint8Array {
  let bytes: Buffer = Buffer.from(good)
  const times = 1 + Math.floor(chance() * 4)
  for (let time = 0; time < times; time += 1) {
    // Most changes leave a readable file, for what matters is what lies behind the first checks.
    const among = chance() < 0.15 ? rough : fine
    bytes = among[Math.floor(chance() * among.length)]?.(bytes, chance) ?? bytes
  }
  return bytes
}

type Way = (bytes: Buffer, chance: () => number) => Buffer
const place = (bytes: Buffer, chance: () => number) => Math.floor(chance() * bytes.length)

/** A place in the binary chunk, behind the JSON. */
const placeBehind = (bytes: Buffer, chance: () => number) => {
  const from = Math.min(bytes.length - 1, bytes.length < 20 ? 0 : 28 + bytes.readUInt32LE(12))
  return from + Math.floor(chance() * (bytes.length - from))
}
const words = [0, 1, 0xff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000]

const rough: readonly Way[] = [
  (bytes, chance) => flip(bytes, chance, place),
  (bytes, chance) => {
    const at = [4, 8, 12, 16][Math.floor(chance() * 4)] ?? 8
    if (at + 4 <= bytes.length) bytes.writeUInt32LE(Math.floor(chance() * 0xffffffff), at)
    return bytes
  },
  (bytes, chance) => bytes.subarray(0, place(bytes, chance)),
  (bytes, chance) => {
    const from = place(bytes, chance)
    const to = Math.min(bytes.length, from + Math.floor(chance() * 64))
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(chance() < 0.5 ? from : to)])
  },
]

const fine: readonly Way[] = [
  (bytes, chance) => flip(bytes, chance, placeBehind),
  (bytes, chance) => {
    const at = placeBehind(bytes, chance) & ~3
    if (at >= 0 && at + 4 <= bytes.length) bytes.writeUInt32LE(words[Math.floor(chance() * words.length)] ?? 0, at)
    return bytes
  },
  inJson((text, chance) => {
    const found = [...text.matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/g)]
    const one = found[Math.floor(chance() * found.length)]
    const other = numbers[Math.floor(chance() * numbers.length)] ?? '0'
    return one ? `${text.slice(0, one.index)}${other}${text.slice(one.index + one[0].length)}` : text
  }),
  inJson((text, chance) => {
    const found = [...text.matchAll(/"\w+":/g)]
    const one = found[Math.floor(chance() * found.length)]
    const other = found[Math.floor(chance() * found.length)]
    return one && other ? `${text.slice(0, one.index)}${other[0]}${text.slice(one.index + one[0].length)}` : text
  }),
]

/** Flips up to sixteen bits. */
function flip(bytes: Buffer, chance: () => number, where: typeof place): Buffer {
  for (let flips = 1 + chance() * 16; flips > 0; flips -= 1) {
    const at = where(bytes, chance)
    if (at >= 0 && at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(chance() * 8))
  }
  return bytes
}

/** Changes the text of the JSON chunk and keeps the lengths right, so that what comes after is reached. */
function inJson(change: (text: string, chance: () => number) => string): Way {
  return (bytes, chance) => {
    if (bytes.length < 20) return bytes
    const end = 20 + bytes.readUInt32LE(12)
    if (end > bytes.length) return bytes
    let text = change(bytes.toString('utf8', 20, end).trimEnd(), chance)
    while (Buffer.byteLength(text) % 4 !== 0) text += ' '
    const json = Buffer.from(text)
    const next = Buffer.concat([bytes.subarray(0, 20), json, bytes.subarray(end)])
    next.writeUInt32LE(json.length, 12)
    next.writeUInt32LE(next.length, 8)
    return next
  }
}
