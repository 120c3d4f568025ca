/**
 * A named part of a model as triangles: `positions` holds x, y, z in metres in the model space of the original (in its
 * saved pose, with world transforms applied), `indices` three corners per triangle.
 */
export type PartMesh = {
  readonly name: string
  readonly positions: Float32Array
  readonly indices: Uint32Array
}

const formatMagicCode = 0x314d_5056
const headerBytes = 8
const partBytes = 12

/**
 * Encodes part meshes, little-endian: the text "VPM1", the number of parts, then for each the number of name units,
 * vertices and indices, the name in UTF-16 (padded to four bytes), the positions and the indices. Keeps all parts and
 * their order.
 */
export function encodeParts(parts: readonly PartMesh[]): Uint8Array {
  const total = parts.reduce((sum, part) => sum + encodedBytes(part), headerBytes)
  const bytes = new Uint8Array(total)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, formatMagicCode, true)
  view.setUint32(4, parts.length, true)
  let offset = headerBytes
  for (const { name, positions, indices } of parts) {
    view.setUint32(offset, name.length, true)
    view.setUint32(offset + 4, positions.length / 3, true)
    view.setUint32(offset + 8, indices.length, true)
    offset += partBytes
    for (let unit = 0; unit < name.length; unit += 1) view.setUint16(offset + unit * 2, name.charCodeAt(unit), true)
    offset += padToFour(name.length * 2)
    for (let index = 0; index < positions.length; index += 1)
      view.setFloat32(offset + index * 4, positions[index] ?? 0, true)
    offset += positions.length * 4
    for (let index = 0; index < indices.length; index += 1)
      view.setUint32(offset + index * 4, indices[index] ?? 0, true)
    offset += indices.length * 4
  }
  return bytes
}

/** Decodes part meshes from `encodeParts`. Throws a RangeError for any other bytes. */
export function decodeParts(bytes: Uint8Array): PartMesh[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headerBytes || view.getUint32(0, true) !== formatMagicCode) throw new RangeError('not part meshes')
  const parts: PartMesh[] = []
  const count = view.getUint32(4, true)
  let offset = headerBytes
  for (let part = 0; part < count; part += 1) {
    const units = view.getUint32(offset, true)
    const vertices = view.getUint32(offset + 4, true)
    const corners = view.getUint32(offset + 8, true)
    offset += partBytes
    if (offset + padToFour(units * 2) + vertices * 12 + corners * 4 > bytes.length)
      throw new RangeError('part meshes are truncated')
    let name = ''
    for (let unit = 0; unit < units; unit += 1) name += String.fromCharCode(view.getUint16(offset + unit * 2, true))
    offset += padToFour(units * 2)
    const positions = new Float32Array(vertices * 3)
    for (let index = 0; index < positions.length; index += 1)
      positions[index] = view.getFloat32(offset + index * 4, true)
    offset += vertices * 12
    const indices = new Uint32Array(corners)
    for (let index = 0; index < corners; index += 1) indices[index] = view.getUint32(offset + index * 4, true)
    offset += corners * 4
    parts.push({ name, positions, indices })
  }
  return parts
}

function encodedBytes({ name, positions, indices }: PartMesh): number {
  return partBytes + padToFour(name.length * 2) + positions.length * 4 + indices.length * 4
}

function padToFour(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}
