import { type PanelKey } from './panel-model.ts'

/** Which keys are in sight: small letters, large ones, or digits and signs. */
export type KeyPage = 'small' | 'large' | 'signs'
/** A text that is being written on the keyboard of the scene. */
export type Typing = { readonly text: string; readonly page: KeyPage }

const qwerty = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const
/** Where letters lie elsewhere in a language that is written with these. */
const layouts: Readonly<Record<string, readonly [string, string, string]>> = {
  de: ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  fr: ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
}
const signs = ['1234567890', '-/:;()€&@"', "'!%+=*#_"] as const
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The keys of a page, line by line. Ids are `key:` and what is written, or `shift`, `signs`, `delete`, `space`. */
export function keysOf(page: KeyPage, language: string, words: { space: string; delete: string }): PanelKey[][] {
  const [first, second, third] = page === 'signs' ? signs : (layouts[language.split('-')[0] ?? ''] ?? qwerty)
  const letters = (line: string): PanelKey[] =>
    [...line].map((letter) => {
      const label = page === 'large' ? letter.toUpperCase() : letter
      return { id: `key:${label}`, label }
    })
  const shift: PanelKey[] = page === 'signs' ? [] : [{ id: 'key:shift', label: 'Aa', chosen: page === 'large' }]
  return [
    letters(first),
    letters(second),
    [...shift, ...letters(third), { id: 'key:delete', label: words.delete, wide: 2 }],
    [
      { id: 'key:signs', label: page === 'signs' ? 'abc' : '123', wide: 1.5 },
      { id: 'key:,', label: ',' },
      { id: 'key:space', label: words.space, wide: 4.5 },
      { id: 'key:.', label: '.' },
      { id: 'key:?', label: '?' },
    ],
  ]
}

/** An empty page begins with a large letter. */
export const nothingTyped: Typing = { text: '', page: 'large' }

/** What is written after a key was pressed; no more than `most` UTF-16 code units, as the server counts them. */
export function typed({ text, page }: Typing, keyId: string, most: number): Typing {
  const key = keyId.slice('key:'.length)
  if (key === 'shift') return { text, page: page === 'large' ? 'small' : 'large' }
  if (key === 'signs') return { text, page: page === 'signs' ? 'small' : 'signs' }
  if (key === 'delete') {
    const left = Array.from(graphemes.segment(text), ({ segment }) => segment).slice(0, -1)
    return { text: left.join(''), page: left.length === 0 && page === 'small' ? 'large' : page }
  }
  const next = text + (key === 'space' ? ' ' : key)
  if (next.length > most) return { text, page }
  const sentence = key === 'space' && /[.!?] $/.test(next)
  return { text: next, page: page === 'signs' ? 'signs' : sentence ? 'large' : 'small' }
}
