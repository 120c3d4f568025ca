import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { textChanges } from './text-changes.ts'

const words = array(constantFrom('a', 'chair', 'low', ' ', '\n', 'oak'), { maxLength: 30 }).map((w) => w.join(' '))
const joined = (before: string, after: string, ...kinds: string[]) =>
  textChanges(before, after)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')

test('without what was added stands the text before, without what was removed the text after', () => {
  assert(
    property(words, words, (before, after) => {
      expect(joined(before, after, 'same', 'removed')).toBe(before)
      expect(joined(before, after, 'same', 'added')).toBe(after)
    }),
  )
})

test('only the word that changed is marked', () => {
  expect(textChanges('a low oak chair', 'a high oak chair')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'removed', text: 'low' },
    { kind: 'added', text: 'high' },
    { kind: 'same', text: ' oak chair' },
  ])
})
