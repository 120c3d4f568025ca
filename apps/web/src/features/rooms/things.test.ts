import { expect, test } from 'vitest'
import { nameOfThing } from './things.ts'

test('a length in the room is as exact as both of its ends together: twice what one may be off', () => {
  const told: number[] = []
  const lengths = { millimetres: String, metres: String, tolerance: (metres: number) => `${told.push(metres)}` }
  const record = { workId: 'w', from: { x: 0, y: 0, z: 0 }, to: { x: 0.3, y: 0, z: 0 } }
  nameOfThing('measure:1', record, { t: () => '', lengths, tolerance: 0.0003 })
  expect(told).toEqual([0.0006])
})
