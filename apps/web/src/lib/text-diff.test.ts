import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { diffText } from './text-diff.ts'

const words = array(constantFrom('a', 'chair', 'low', ' ', '\n', 'oak'), { maxLength: 30 }).map((w) => w.join(' '))
const joined = (before: string, after: string, ...kinds: string[]) =>
  diffText(before, after)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')

test('removing the additions yields the old text, removing the deletions yields the new text', () => {
  assert(
    property(words, words, (before, after) => {
      expect(joined(before, after, 'same', 'removed')).toBe(before)
      expect(joined(before, after, 'same', 'added')).toBe(after)
    }),
  )
})

test('only the changed word is marked', () => {
  expect(diffText('a low oak chair', 'a high oak chair')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'removed', text: 'low' },
    { kind: 'added', text: 'high' },
    { kind: 'same', text: ' oak chair' },
  ])
})
