import { type PanelKey } from './panel-model.ts'

/** The visible page of keys: small letters, capitals, or digits and symbols. */
export type KeyboardPage = 'small' | 'large' | 'signs'
/** The text and page of the scene keyboard. */
export type KeyboardState = { readonly text: string; readonly page: KeyboardPage }

const qwerty = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const
/** Letter layouts of languages that do not use QWERTY. */
const letterLayouts: Readonly<Record<string, readonly [string, string, string]>> = {
  de: ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  fr: ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
}
const symbolRows = ['1234567890', '-/:;()€&@"', "'!%+=*#_"] as const
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Returns the keys of a page by row. Ids are `key:` and the character, or `key:shift`, `key:signs`, `key:delete`,
 * `key:space`.
 */
export function keyboardRows(
  page: KeyboardPage,
  language: string,
  labels: { space: string; delete: string },
): PanelKey[][] {
  const [first, second, third] = page === 'signs' ? symbolRows : (letterLayouts[language.split('-')[0] ?? ''] ?? qwerty)
  const letters = (line: string): PanelKey[] =>
    [...line].map((letter) => {
      const label = page === 'large' ? letter.toUpperCase() : letter
      return { id: `key:${label}`, label }
    })
  const shift: PanelKey[] = page === 'signs' ? [] : [{ id: 'key:shift', label: 'Aa', chosen: page === 'large' }]
  return [
    letters(first),
    letters(second),
    [...shift, ...letters(third), { id: 'key:delete', label: labels.delete, wide: 2 }],
    [
      { id: 'key:signs', label: page === 'signs' ? 'abc' : '123', wide: 1.5 },
      { id: 'key:,', label: ',' },
      { id: 'key:space', label: labels.space, wide: 4.5 },
      { id: 'key:.', label: '.' },
      { id: 'key:?', label: '?' },
    ],
  ]
}

/** An empty keyboard starts with capitals. */
export const emptyKeyboard: KeyboardState = { text: '', page: 'large' }

/** Returns the state after a key press; a key that would make the text too long does nothing. */
export function pressKey(
  { text, page }: KeyboardState,
  keyId: string,
  isTooLong: (text: string) => boolean,
): KeyboardState {
  const key = keyId.slice('key:'.length)
  if (key === 'shift') return { text, page: page === 'large' ? 'small' : 'large' }
  if (key === 'signs') return { text, page: page === 'signs' ? 'small' : 'signs' }
  if (key === 'delete') {
    const remaining = Array.from(graphemes.segment(text), ({ segment }) => segment).slice(0, -1)
    return { text: remaining.join(''), page: remaining.length === 0 && page === 'small' ? 'large' : page }
  }
  const next = text + (key === 'space' ? ' ' : key)
  if (isTooLong(next)) return { text, page }
  const sentence = key === 'space' && /[.!?] $/.test(next)
  return { text: next, page: page === 'signs' ? 'signs' : sentence ? 'large' : 'small' }
}
