import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fileLimits } from './file-limits.ts'
import { type UntrustedJson, asObject } from './untrusted-json.ts'

const glbMagicCode = 0x46546c67
const jsonChunkCode = 0x4e4f534a
const binaryChunkCode = 0x004e4942

/** The two chunks of a GLB, not yet checked. */
export type Glb = { readonly json: UntrustedJson; readonly binary: Uint8Array }

/**
 * Splits a GLB by its header and chunk lengths without copying. Error codes: asset.truncated when bytes are missing,
 * asset.not-gltf for another version or no JSON, and asset.too-large for oversized JSON.
 */
export function readGlb(bytes: Uint8Array): Result<Glb> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 20) return refuse('asset.truncated', 'invalid')
  if (view.getUint32(0, true) !== glbMagicCode || view.getUint32(4, true) !== 2)
    return refuse('asset.not-gltf', 'invalid')
  const length = view.getUint32(8, true)
  if (length > bytes.length) {
    return refuse('asset.truncated', 'invalid', { detail: { missing: length - bytes.length } })
  }
  let json: UntrustedJson | undefined
  let binary: Uint8Array = new Uint8Array(0)
  for (let offset = 12; offset + 8 <= length;) {
    const size = view.getUint32(offset, true)
    const type = view.getUint32(offset + 4, true)
    const end = offset + 8 + size
    if (end > length) return refuse('asset.truncated', 'invalid', { detail: { missing: end - length } })
    const chunk = bytes.subarray(offset + 8, end)
    if (type === jsonChunkCode && !json) {
      const parsed = parseGltf(chunk)
      if (!parsed.ok) return parsed
      json = parsed.value
    } else if (type === binaryChunkCode && binary.length === 0) binary = chunk
    offset = end
  }
  return json ? ok({ json, binary }) : refuse('asset.not-gltf', 'invalid')
}

/** Builds a GLB from its two chunks. */
export function writeGlb(json: object, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const [jsonBytes, binaryBytes] = [padTo4(text.length), padTo4(binary.length)]
  const bytes = new Uint8Array(20 + jsonBytes + (binaryBytes > 0 ? 8 + binaryBytes : 0))
  const view = new DataView(bytes.buffer)
  for (const [index, value] of [glbMagicCode, 2, bytes.length, jsonBytes, jsonChunkCode].entries())
    view.setUint32(index * 4, value, true)
  bytes.set(text, 20)
  bytes.fill(0x20, 20 + text.length, 20 + jsonBytes)
  if (binaryBytes > 0) {
    view.setUint32(20 + jsonBytes, binaryBytes, true)
    view.setUint32(24 + jsonBytes, binaryChunkCode, true)
    bytes.set(binary, 28 + jsonBytes)
  }
  return bytes
}

function padTo4(length: number): number {
  return Math.ceil(length / 4) * 4
}

/**
 * Parses the JSON of a glTF. Error codes: asset.not-gltf, asset.cyclic-or-too-deep (brackets nested too deep) and
 * asset.too-large.
 */
export function parseGltf(bytes: Uint8Array): Result<UntrustedJson> {
  if (bytes.length > fileLimits.jsonBytes) return refuse('asset.too-large', 'invalid', { detail: { megabytes: 32 } })
  // Checked before parsing, because JSON parsers recurse.
  if (jsonNestingDepth(bytes) > fileLimits.jsonDepth) return refuse('asset.cyclic-or-too-deep', 'invalid')
  try {
    const json = asObject(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    return asObject(json['asset'])['version'] === '2.0' ? ok(json) : refuse('asset.not-gltf', 'invalid')
  } catch {
    return refuse('asset.not-gltf', 'invalid')
  }
}

const [quote, escape] = [0x22, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Returns the bracket depth of JSON bytes, ignoring brackets in strings; stops counting at the limit. */
function jsonNestingDepth(bytes: Uint8Array): number {
  let [depth, deepest, inText] = [0, 0, false]
  for (let offset = 0; offset < bytes.length && deepest <= fileLimits.jsonDepth; offset += 1) {
    const byte = bytes[offset]
    if (inText) {
      if (byte === escape) offset += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === openList || byte === openObject) deepest = Math.max(deepest, ++depth)
    else if (byte === closeList || byte === closeObject) depth -= 1
  }
  return deepest
}
