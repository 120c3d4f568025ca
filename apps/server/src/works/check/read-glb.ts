import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fileLimits } from './limits.ts'
import { type Loose, objectOf } from './loose-json.ts'

const glbMagic = 0x46546c67
const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942

/** The two parts of a GLB, not looked into yet. */
export type Glb = { readonly json: Loose; readonly binary: Uint8Array }

/**
 * Takes a GLB apart by its header and chunk lengths; copies nothing. Refuses work.truncated when bytes are missing,
 * work.not-gltf for another version or no JSON, and work.too-large for a JSON beyond any use.
 */
export function readGlb(bytes: Uint8Array): Result<Glb> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 20) return refuse('work.truncated', 'invalid')
  if (view.getUint32(0, true) !== glbMagic || view.getUint32(4, true) !== 2) return refuse('work.not-gltf', 'invalid')
  const length = view.getUint32(8, true)
  if (length > bytes.length) {
    return refuse('work.truncated', 'invalid', { detail: { missing: length - bytes.length } })
  }
  let json: Loose | undefined
  let binary: Uint8Array = new Uint8Array(0)
  for (let at = 12; at + 8 <= length;) {
    const size = view.getUint32(at, true)
    const type = view.getUint32(at + 4, true)
    const end = at + 8 + size
    if (end > length) return refuse('work.truncated', 'invalid', { detail: { missing: end - length } })
    const chunk = bytes.subarray(at + 8, end)
    if (type === jsonChunk && !json) {
      const parsed = parseGltf(chunk)
      if (!parsed.ok) return parsed
      json = parsed.value
    } else if (type === binaryChunk && binary.length === 0) binary = chunk
    at = end
  }
  return json ? ok({ json, binary }) : refuse('work.not-gltf', 'invalid')
}

/** A GLB out of its two parts. */
export function writeGlb(json: object, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const [first, second] = [padded(text.length), padded(binary.length)]
  const bytes = new Uint8Array(20 + first + (second > 0 ? 8 + second : 0))
  const view = new DataView(bytes.buffer)
  for (const [index, value] of [glbMagic, 2, bytes.length, first, jsonChunk].entries())
    view.setUint32(index * 4, value, true)
  bytes.set(text, 20)
  bytes.fill(0x20, 20 + text.length, 20 + first)
  if (second > 0) {
    view.setUint32(20 + first, second, true)
    view.setUint32(24 + first, binaryChunk, true)
    bytes.set(binary, 28 + first)
  }
  return bytes
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}

/** The JSON of a glTF. Refuses work.not-gltf, work.tangled (brackets without end in each other) and work.too-large. */
export function parseGltf(bytes: Uint8Array): Result<Loose> {
  if (bytes.length > fileLimits.jsonBytes) return refuse('work.too-large', 'invalid', { detail: { megabytes: 32 } })
  // Before anybody reads it: readers go down by recursion.
  if (depthOf(bytes) > fileLimits.jsonDepth) return refuse('work.tangled', 'invalid')
  try {
    const json = objectOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    return objectOf(json['asset'])['version'] === '2.0' ? ok(json) : refuse('work.not-gltf', 'invalid')
  } catch {
    return refuse('work.not-gltf', 'invalid')
  }
}

const [quote, escape] = [0x22, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** How deep the brackets of a JSON go, not counting those in texts; looked at byte by byte, up to the limit. */
function depthOf(bytes: Uint8Array): number {
  let [depth, deepest, inText] = [0, 0, false]
  for (let at = 0; at < bytes.length && deepest <= fileLimits.jsonDepth; at += 1) {
    const byte = bytes[at]
    if (inText) {
      if (byte === escape) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === openList || byte === openObject) deepest = Math.max(deepest, ++depth)
    else if (byte === closeList || byte === closeObject) depth -= 1
  }
  return deepest
}
