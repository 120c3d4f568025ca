import { expect, test } from 'vitest'
import { keyboardRows, emptyKeyboard, pressKey, type KeyboardState } from './keyboard.ts'

const words = { space: 'Space', delete: 'Delete' }
const longerThan = (limit: number) => (text: string) => text.length > limit
const write = (keys: readonly string[], limit = 100): KeyboardState =>
  keys.reduce((now, key) => pressKey(now, `key:${key}`, longerThan(limit)), emptyKeyboard)

test('pressed keys are typed, with a capital at the start and after a sentence', () => {
  const letters = 'Up. Down'
  let now = emptyKeyboard
  for (const letter of letters) {
    const id = letter === ' ' ? 'key:space' : `key:${letter}`
    expect(
      keyboardRows(now.page, 'en', words)
        .flat()
        .map((key) => key.id),
    ).toContain(id)
    now = pressKey(now, id, longerThan(100))
  }
  expect(now).toEqual({ text: letters, page: 'small' })
})

test('delete removes one grapheme', () => {
  expect(pressKey({ text: 'e\u0301👩‍🎨', page: 'small' }, 'key:delete', longerThan(9)).text).toBe('e\u0301')
  expect(pressKey({ text: '', page: 'large' }, 'key:delete', longerThan(9))).toEqual(emptyKeyboard)
})

test('shift applies to one letter, the symbol page stays until it is left, and the length is limited', () => {
  expect(write(['shift', 'a', 'shift', 'B', 'c']).text).toBe('aBc')
  expect(write(['signs', '1', '5', 'signs', 'm'])).toEqual({ text: '15m', page: 'small' })
  expect(write(['A', 'b', 'c'], 2).text).toBe('Ab')
  expect(write(['signs', ':']).text).toBe(':')
})

test('every key of a page has its own id, and no row is longer than ten letters', () => {
  for (const language of ['en', 'de', 'fr-FR'])
    for (const page of ['small', 'large', 'signs'] as const) {
      const lines = keyboardRows(page, language, words)
      const ids = lines.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const line of lines) expect(line.reduce((sum, { wide = 1 }) => sum + wide, 0)).toBeLessThanOrEqual(10)
    }
  expect(
    keyboardRows('small', 'de', words)[0]
      ?.map(({ label }) => label)
      .join(''),
  ).toBe('qwertzuiop')
})
