import { describe, expect, test } from 'vitest'
import { parseHandle, suggestHandle } from './handle.ts'

describe('a handle', () => {
  test.each([
    ['kenji-arai', 'kenji-arai'],
    ['  @Kenji-Arai ', 'kenji-arai'],
    ['3d-studio', '3d-studio'],
    ['abc', 'abc'],
  ])('%j is taken as %s', (typed, handle) => {
    expect(parseHandle(typed)).toEqual({ ok: true, value: handle })
  })

  test.each([
    ['ab', 'handle.too-short'],
    ['', 'handle.too-short'],
    ['a'.repeat(31), 'handle.too-long'],
    ['kenji arai', 'handle.characters'],
    ['kenji_arai', 'handle.characters'],
    ['-kenji', 'handle.characters'],
    ['kenji-', 'handle.characters'],
    ['kenji--arai', 'handle.characters'],
    ['kenjı', 'handle.characters'],
    ['admin', 'handle.reserved'],
    ['explore', 'handle.reserved'],
    ['veranda-support', 'handle.reserved'],
    ['v-e-r-a-n-d-a', 'handle.reserved'],
  ])('%j is refused with %s', (typed, code) => {
    expect(parseHandle(typed)).toMatchObject({ refusal: { code, field: 'handle', kind: 'invalid' } })
  })

  test.each([
    ['Kenji Arai', 1, 'kenji-arai'],
    ['Kenji Arai', 2, 'kenji-arai-2'],
    ['Théo Lambert', 1, 'theo-lambert'],
    ['森 ゆき', 1, 'creator-1'],
    ['森 ゆき', 4, 'creator-4'],
    ['Admin', 1, 'admin-studio'],
    ['Bo', 1, 'bo-studio'],
    ['Veranda', 3, 'creator-3'],
  ])('%s gets suggestion %i: %s', (name, attempt, handle) => {
    expect(suggestHandle(name, attempt)).toBe(handle)
  })

  test('every suggestion is a handle', () => {
    for (const name of ['A', 'x'.repeat(80), 'ab '.repeat(20), '-', 'Me', 'Ångström Ünïcode-Størmer the Third']) {
      for (const attempt of [1, 2, 12, 345]) expect(parseHandle(suggestHandle(name, attempt)).ok).toBe(true)
    }
  })
})
