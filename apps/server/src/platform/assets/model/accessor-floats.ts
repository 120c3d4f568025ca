type AccessorLike = {
  getArray(): ArrayLike<number> | null
  getCount(): number
  getElement(index: number, into: number[]): number[]
}

/** Copies an accessor into floats, `size` per element, and denormalizes integers. */
export function readAccessorFloats(accessor: AccessorLike, size: number): Float32Array<ArrayBuffer> {
  const array = accessor.getArray()
  if (array instanceof Float32Array) return new Float32Array(array.subarray(0, accessor.getCount() * size))
  const floats = new Float32Array(accessor.getCount() * size)
  const element: number[] = []
  for (let index = 0; index < accessor.getCount(); index += 1) {
    accessor.getElement(index, element)
    for (let axis = 0; axis < size; axis += 1) floats[index * size + axis] = element[axis] ?? 0
  }
  return floats
}
