/**
 * A named part of a model as triangles: `positions` holds x, y, z in metres in the model space of the original (in
 * the pose that is saved, world transforms applied), `indices` three corners a triangle.
 */
export type PartMesh = {
  readonly name: string
  readonly positions: Float32Array
  readonly indices: Uint32Array
}

const magic = 0x314d_5056
const headerBytes = 8
const partBytes = 12

/**
 * Part meshes as bytes, little-endian: the text "VPM1", the number of parts, then for each its numbers of name units,
 * vertices and indices, the name in UTF-16 (padded to four bytes), the positions and the indices. No part is left out
 * and their order is kept.
 */
export function encodeParts(parts: readonly PartMesh[]): Uint8Array {
  const total = parts.reduce((sum, part) => sum + bytesOf(part), headerBytes)
  const bytes = new Uint8Array(total)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic, true)
  view.setUint32(4, parts.length, true)
  let at = headerBytes
  for (const { name, positions, indices } of parts) {
    view.setUint32(at, name.length, true)
    view.setUint32(at + 4, positions.length / 3, true)
    view.setUint32(at + 8, indices.length, true)
    at += partBytes
    for (let unit = 0; unit < name.length; unit += 1) view.setUint16(at + unit * 2, name.charCodeAt(unit), true)
    at += padded(name.length * 2)
    for (let index = 0; index < positions.length; index += 1)
      view.setFloat32(at + index * 4, positions[index] ?? 0, true)
    at += positions.length * 4
    for (let index = 0; index < indices.length; index += 1) view.setUint32(at + index * 4, indices[index] ?? 0, true)
    at += indices.length * 4
  }
  return bytes
}

/** The part meshes that `encodeParts` wrote. Throws a RangeError for bytes that it did not write. */
export function decodeParts(bytes: Uint8Array): PartMesh[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headerBytes || view.getUint32(0, true) !== magic) throw new RangeError('not part meshes')
  const parts: PartMesh[] = []
  const count = view.getUint32(4, true)
  let at = headerBytes
  for (let part = 0; part < count; part += 1) {
    const units = view.getUint32(at, true)
    const vertices = view.getUint32(at + 4, true)
    const corners = view.getUint32(at + 8, true)
    at += partBytes
    if (at + padded(units * 2) + vertices * 12 + corners * 4 > bytes.length)
      throw new RangeError('part meshes cut short')
    let name = ''
    for (let unit = 0; unit < units; unit += 1) name += String.fromCharCode(view.getUint16(at + unit * 2, true))
    at += padded(units * 2)
    const positions = new Float32Array(vertices * 3)
    for (let index = 0; index < positions.length; index += 1) positions[index] = view.getFloat32(at + index * 4, true)
    at += vertices * 12
    const indices = new Uint32Array(corners)
    for (let index = 0; index < corners; index += 1) indices[index] = view.getUint32(at + index * 4, true)
    at += corners * 4
    parts.push({ name, positions, indices })
  }
  return parts
}

function bytesOf({ name, positions, indices }: PartMesh): number {
  return partBytes + padded(name.length * 2) + positions.length * 4 + indices.length * 4
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}
