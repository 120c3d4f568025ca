import { expect, test } from 'vitest'
import { excerptText, hasHiddenCharacters, quoteText } from './text.ts'

/** Every code unit that a line of text must not have, by its own list and not by a pattern. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const hidden = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  0xad,
  0x34f,
  0x61c,
  0x115f,
  0x1160,
  0x180e,
  ...range(0x200b, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x2064),
  ...range(0x2066, 0x206f),
  0x3164,
  0xfeff,
  0xffa0,
  ...range(0xfff9, 0xfffb),
]
const hiddenInSeveralLines = [...range(0x00, 0x08), ...range(0x0b, 0x1f), ...range(0x7f, 0x9f)]

test('of all code units exactly the controls, separators, formats, the grapheme joiner and blank letters are hidden', () => {
  for (const [lines, expected] of [
    ['one', hidden],
    ['several', hiddenInSeveralLines],
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
    'क्\u200dष',
    'സാമ്\u200cഭർ',
    '👩\u200d🚀',
    '👩🏽\u200d🚀',
    '❤️\u200d🔥',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'a\u00a0b',
  ])
    expect(hasHiddenCharacters(name, 'one')).toBe(false)
})

test('what is not seen makes no name look like another one', () => {
  for (const name of [
    'Ma\u200bya',
    'Ma\u034fya',
    'Ma\u200dya',
    'Ма\u200cйя',
    'Maya\u200d',
    '\u200dMaya',
    'नमस्ते\u200d',
    'علی\u200c رضا',
    'Maya\u200f Torres',
    'Maya\u{e0041}',
    'Maya\u{1d173}',
    '\u{1f3f4}\u{e0067}',
    '🚀\u200d',
  ])
    expect([name, hasHiddenCharacters(name, 'one')]).toEqual([name, true])
})

test('a text of nothing but the blank pattern of Braille is refused as blank, and one written in Braille is not', () => {
  for (const lines of ['one', 'several'] as const) {
    for (const blank of ['\u2800', '\u2800\u2800', '\u2800 \u2800'])
      expect([blank, hasHiddenCharacters(blank, lines)]).toEqual([blank, true])
    for (const text of ['⠍⠁⠽⠁\u2800⠞⠕⠗⠗⠑⠎', '', ' '])
      expect([text, hasHiddenCharacters(text, lines)]).toEqual([text, false])
  }
})

test('a quoted text is one line that turns nothing around it, and is cut after as many characters as a reader sees', () => {
  const quoted = quoteText('  Too\n\tla\u200bte \u202e evil \u2067here\u2069\u0007 ')
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
