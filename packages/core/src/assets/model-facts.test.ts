import { expect, test } from 'vitest'
import { countSharedParts } from './model-facts.ts'

const parts = (...names: string[]) => names.map((name) => ({ name }))

test('parts are shared by their names, in any order and however many the later model adds', () => {
  expect(countSharedParts(parts('Seat', 'Rail', 'Leg'), parts('Leg', 'Rail', 'Cushion', 'Armrest'))).toEqual({
    shared: 2,
    total: 3,
  })
  expect(countSharedParts(parts('Seat', 'Rail'), parts('Visor'))).toEqual({ shared: 0, total: 2 })
  expect(countSharedParts([], parts('Visor'))).toEqual({ shared: 0, total: 0 })
})
