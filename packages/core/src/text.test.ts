import { expect, test } from 'vitest'
import { excerptText, hasHiddenCharacters, quoteText } from './text.ts'

/** Every code unit that a line of text must not have, by its own list and not by a pattern. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const hidden = [...range(0x00, 0x1f), ...range(0x7f, 0x9f), ...range(0x2028, 0x202e), ...range(0x2066, 0x2069)]
const allowedInSeveralLines = [0x09, 0x0a, ...range(0x2028, 0x202e), ...range(0x2066, 0x2069)]

test('of all code units exactly the controls, separators and direction overrides are hidden', () => {
  for (const [lines, expected] of [
    ['one', hidden],
    ['several', hidden.filter((code) => !allowedInSeveralLines.includes(code))],
  ] as const) {
    const found = range(0, 0xffff).filter((code) => hasHiddenCharacters(`a${String.fromCharCode(code)}b`, lines))
    expect(found).toEqual(expected)
  }
})

test('names in any script, with joiners, marks and emoji, have none', () => {
  for (const name of [
    'علی\u200cرضا',
    'Ünal Çelik',
    '荒井 健二',
    'ليلى\u200f حداد',
    'नमस्ते\u200d',
    '👩\u200d🚀',
    'a\u00a0b',
  ])
    expect(hasHiddenCharacters(name, 'one')).toBe(false)
})

test('a quoted text is one line that turns nothing around it, and is cut after as many characters as a reader sees', () => {
  const quoted = quoteText('  Too\n\tlate \u202e evil \u2067here\u2069\u0007 ')
  expect(quoted).toBe('Too late evil here')
  expect(hasHiddenCharacters(quoted, 'one')).toBe(false)
  expect(quoteText('é'.repeat(201))).toBe(`${'é'.repeat(200)}…`)
})

test('the beginning of a text ends with a whole word, and a short text stays as it is', () => {
  expect(excerptText('Yes, please take the curve from the drawing.')).toBe(
    'Yes, please take the curve from the drawing.',
  )
  expect(excerptText('Take the curve from the drawing', 18)).toBe('Take the curve…')
  expect(excerptText('Take the curve from the drawing', 19)).toBe('Take the curve from…')
  expect(excerptText('Take the curve  from', 15)).toBe('Take the curve…')
  expect(excerptText('x'.repeat(200))).toBe(`${'x'.repeat(160)}…`)
  expect(excerptText(`See ${'x'.repeat(200)}`, 20)).toBe(`See ${'x'.repeat(16)}…`)
  expect(excerptText('荒井'.repeat(100), 20)).toBe(`${'荒井'.repeat(10)}…`)
})
