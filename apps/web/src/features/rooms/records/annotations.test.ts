import { expect, test } from 'vitest'
import { annotationLabel } from './annotations.ts'

test('the tolerance of a length in the room is twice that of one end', () => {
  const tolerances: number[] = []
  const lengths = {
    millimetres: String,
    millimetreFigure: String,
    metres: String,
    tolerance: (metres: number) => `${tolerances.push(metres)}`,
  }
  const record = { assetId: 'w', from: { x: 0, y: 0, z: 0 }, to: { x: 0.3, y: 0, z: 0 } }
  annotationLabel('measure:1', record, { t: () => '', lengths, tolerance: 0.0003 })
  expect(tolerances).toEqual([0.0006])
})
