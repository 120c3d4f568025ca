import { expect, test } from 'vitest'
import { decodeParts, encodeParts } from './part-meshes.ts'

const parts = [
  {
    name: 'Seat',
    positions: new Float32Array([0, 0.44, 0, 0.5, 0.44, 0, 0, 0.44, 0.5]),
    indices: new Uint32Array([0, 1, 2]),
  },
  { name: '椅子 ·', positions: new Float32Array([]), indices: new Uint32Array([]) },
  { name: '', positions: new Float32Array([1e-7, -3, 4]), indices: new Uint32Array([0, 0, 0]) },
]

test('part meshes survive encoding and decoding with names and order', () => {
  expect(decodeParts(encodeParts(parts))).toEqual(parts)
  expect(decodeParts(encodeParts([]))).toEqual([])
})

test('part meshes are decoded at any offset of a larger buffer', () => {
  const bytes = encodeParts(parts)
  const larger = new Uint8Array(bytes.length + 3)
  larger.set(bytes, 3)
  expect(decodeParts(larger.subarray(3))).toEqual(parts)
})

test('invalid or truncated bytes throw and never give half a model', () => {
  const bytes = encodeParts(parts)
  expect(() => decodeParts(new Uint8Array(8))).toThrow(RangeError)
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => decodeParts(bytes.subarray(0, length))).toThrow(RangeError)
  }
})
