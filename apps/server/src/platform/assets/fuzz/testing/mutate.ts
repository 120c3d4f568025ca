/** Returns a generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const replacementNumbers = [
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

/** Applies one to four mutations to a GLB, in ways files break by accident or on purpose. */
export function mutate(original: Uint8Array, random: () => number): Uint8Array {
  let bytes: Buffer = Buffer.from(original)
  const times = 1 + Math.floor(random() * 4)
  for (let time = 0; time < times; time += 1) {
    // Most mutations keep the file readable, to reach the code behind the first checks.
    const mutations = random() < 0.15 ? structuralMutations : contentMutations
    bytes = mutations[Math.floor(random() * mutations.length)]?.(bytes, random) ?? bytes
  }
  return bytes
}

/** Applies one to four mutations to a file of any format: bits, lengths, digits, and pieces that are lost or doubled. */
export function mutateAnyFile(original: Uint8Array, random: () => number): Buffer {
  let bytes: Buffer = Buffer.from(original)
  for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) {
    const mutation = anyFileMutations[Math.floor(random() * anyFileMutations.length)]
    if (mutation && bytes.length > 8) bytes = mutation(bytes, random)
  }
  return bytes
}

type Mutation = (bytes: Buffer, random: () => number) => Buffer
const randomOffset = (bytes: Buffer, random: () => number) => Math.floor(random() * bytes.length)

/** Picks a random offset in the binary chunk. */
const randomBinaryOffset = (bytes: Buffer, random: () => number) => {
  const from = Math.min(bytes.length - 1, bytes.length < 20 ? 0 : 28 + bytes.readUInt32LE(12))
  return from + Math.floor(random() * (bytes.length - from))
}
const edgeCaseWords = [0, 1, 0xff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000]

const structuralMutations: readonly Mutation[] = [
  (bytes, random) => flipBits(bytes, random, randomOffset),
  (bytes, random) => {
    const at = [4, 8, 12, 16][Math.floor(random() * 4)] ?? 8
    if (at + 4 <= bytes.length) bytes.writeUInt32LE(Math.floor(random() * 0xffffffff), at)
    return bytes
  },
  (bytes, random) => bytes.subarray(0, randomOffset(bytes, random)),
  (bytes, random) => {
    const from = randomOffset(bytes, random)
    const to = Math.min(bytes.length, from + Math.floor(random() * 64))
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(random() < 0.5 ? from : to)])
  },
]

const anyFileMutations: readonly Mutation[] = [
  (bytes, random) => flipBits(bytes, random, randomOffset),
  (bytes, random) => {
    const word = edgeCaseWords[Math.floor(random() * edgeCaseWords.length)] ?? 0
    bytes.writeUInt32BE(word, Math.floor(random() * (bytes.length - 4)))
    return bytes
  },
  (bytes, random) => {
    const from = randomOffset(bytes, random)
    const digit = bytes.findIndex((byte, index) => index >= from && byte >= 48 && byte <= 57)
    if (digit >= 0) bytes[digit] = 48 + Math.floor(random() * 10)
    return bytes
  },
  (bytes, random) => (random() < 0.3 ? bytes.subarray(0, randomOffset(bytes, random)) : bytes),
  (bytes, random) => {
    const from = randomOffset(bytes, random)
    const to = Math.min(bytes.length, from + Math.floor(random() * 64))
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(random() < 0.5 ? from : to)])
  },
]

const contentMutations: readonly Mutation[] = [
  (bytes, random) => flipBits(bytes, random, randomBinaryOffset),
  (bytes, random) => {
    const at = randomBinaryOffset(bytes, random) & ~3
    if (at >= 0 && at + 4 <= bytes.length)
      bytes.writeUInt32LE(edgeCaseWords[Math.floor(random() * edgeCaseWords.length)] ?? 0, at)
    return bytes
  },
  mutateJson((text, random) => {
    const found = [...text.matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/g)]
    const one = found[Math.floor(random() * found.length)]
    const other = replacementNumbers[Math.floor(random() * replacementNumbers.length)] ?? '0'
    return one ? `${text.slice(0, one.index)}${other}${text.slice(one.index + one[0].length)}` : text
  }),
  mutateJson((text, random) => {
    const found = [...text.matchAll(/"\w+":/g)]
    const one = found[Math.floor(random() * found.length)]
    const other = found[Math.floor(random() * found.length)]
    return one && other ? `${text.slice(0, one.index)}${other[0]}${text.slice(one.index + one[0].length)}` : text
  }),
]

/** Flips up to sixteen bits. */
function flipBits(bytes: Buffer, random: () => number, pickOffset: typeof randomOffset): Buffer {
  for (let flips = 1 + random() * 16; flips > 0; flips -= 1) {
    const at = pickOffset(bytes, random)
    if (at >= 0 && at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  }
  return bytes
}

/** Mutates the text of the JSON chunk and fixes the lengths, so that later checks are reached. */
function mutateJson(change: (text: string, random: () => number) => string): Mutation {
  return (bytes, random) => {
    if (bytes.length < 20) return bytes
    const end = 20 + bytes.readUInt32LE(12)
    if (end > bytes.length) return bytes
    let text = change(bytes.toString('utf8', 20, end).trimEnd(), random)
    while (Buffer.byteLength(text) % 4 !== 0) text += ' '
    const json = Buffer.from(text)
    const next = Buffer.concat([bytes.subarray(0, 20), json, bytes.subarray(end)])
    next.writeUInt32LE(json.length, 12)
    next.writeUInt32LE(next.length, 8)
    return next
  }
}
