import { describe, expect, test } from 'vitest'
import { moveBefore } from '../profile/page-list.ts'
import { coverFirst } from './portfolio.ts'

test('a 3D file is the cover, and the files otherwise stay in their order', () => {
  const file = (name: string, is3d = false) => ({ name, is3d })
  const names = (...files: ReturnType<typeof file>[]) => coverFirst(files).map(({ name }) => name)
  expect(names(file('a'), file('b'), file('c'))).toEqual(['a', 'b', 'c'])
  expect(names(file('a'), file('chair', true), file('b'), file('stool', true))).toEqual(['chair', 'stool', 'a', 'b'])
})

describe('moving an item of a list', () => {
  test.each([
    ['c', 'a', ['c', 'a', 'b']],
    ['a', 'c', ['b', 'a', 'c']],
    ['a', null, ['b', 'c', 'a']],
    ['b', 'c', ['a', 'b', 'c']],
    ['b', 'b', ['a', 'b', 'c']],
  ])('%s before %s', (id, before, order) => {
    expect(moveBefore(['a', 'b', 'c'], id, before)).toEqual({ ok: true, value: order })
  })

  test('before one that is gone is refused with its field', () => {
    expect(moveBefore(['a', 'b'], 'a', 'x')).toMatchObject({ refusal: { code: 'page-list.stale', field: 'before' } })
  })
})
