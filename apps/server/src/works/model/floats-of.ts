type Elements = {
  getArray(): ArrayLike<number> | null
  getCount(): number
  getElement(index: number, into: number[]): number[]
}

/** The numbers of an accessor as floats of their own, `size` of them an element, unpacked if they are. */
export function floatsOf(accessor: Elements, size: number): Float32Array<ArrayBuffer> {
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
