import { expect, test } from 'vitest'
import { keysOf, nothingTyped, typed, type Typing } from './panel-keys.ts'

const words = { space: 'Space', delete: 'Delete' }
const write = (keys: readonly string[], most = 100): Typing =>
  keys.reduce((now, key) => typed(now, `key:${key}`, most), nothingTyped)

test('what is pressed is what is written, large at its beginning and after a sentence', () => {
  const letters = 'Up. Down'
  let now = nothingTyped
  for (const letter of letters) {
    const id = letter === ' ' ? 'key:space' : `key:${letter}`
    expect(
      keysOf(now.page, 'en', words)
        .flat()
        .map((key) => key.id),
    ).toContain(id)
    now = typed(now, id, 100)
  }
  expect(now).toEqual({ text: letters, page: 'small' })
})

test('one press of delete takes one character that a reader sees', () => {
  expect(typed({ text: 'e\u0301👩‍🎨', page: 'small' }, 'key:delete', 9).text).toBe('e\u0301')
  expect(typed({ text: '', page: 'large' }, 'key:delete', 9)).toEqual(nothingTyped)
})

test('shift is for one letter, signs stay until they are put away, and nothing goes beyond the limit', () => {
  expect(write(['shift', 'a', 'shift', 'B', 'c']).text).toBe('aBc')
  expect(write(['signs', '1', '5', 'signs', 'm'])).toEqual({ text: '15m', page: 'small' })
  expect(write(['A', 'b', 'c'], 2).text).toBe('Ab')
  expect(write(['signs', ':']).text).toBe(':')
})

test('every key of every page has its own id, and no line is longer than ten letters', () => {
  for (const language of ['en', 'de', 'fr-FR'])
    for (const page of ['small', 'large', 'signs'] as const) {
      const lines = keysOf(page, language, words)
      const ids = lines.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const line of lines) expect(line.reduce((sum, { wide = 1 }) => sum + wide, 0)).toBeLessThanOrEqual(10)
    }
  expect(
    keysOf('small', 'de', words)[0]
      ?.map(({ label }) => label)
      .join(''),
  ).toBe('qwertzuiop')
})
