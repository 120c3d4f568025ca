import { expect, test } from 'vitest'
import { countSharedParts, findVariant } from './model-facts.ts'

const parts = (...names: string[]) => names.map((name) => ({ name }))

test('parts are shared by their names, in any order and however many the later model adds', () => {
  expect(countSharedParts(parts('Seat', 'Rail', 'Leg'), parts('Leg', 'Rail', 'Cushion', 'Armrest'))).toEqual({
    shared: 2,
    total: 3,
  })
  expect(countSharedParts(parts('Seat', 'Rail'), parts('Visor'))).toEqual({ shared: 0, total: 2 })
  expect(countSharedParts([], parts('Visor'))).toEqual({ shared: 0, total: 0 })
})

test('a model shows the variant that was chosen by name if it offers it, else its own materials', () => {
  const variants = ['Natural', 'Moss']
  expect(findVariant({ variants }, 'Moss')).toBe('Moss')
  for (const chosen of [undefined, '', 'moss', 'Ink']) expect(findVariant({ variants }, chosen)).toBeUndefined()
  // Converted before variants were kept.
  expect(findVariant({}, 'Moss')).toBeUndefined()
})
