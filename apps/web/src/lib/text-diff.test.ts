import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { diffText } from './text-diff.ts'

const words = array(constantFrom('a', 'chair', 'low', ' ', '\n', 'oak'), { maxLength: 30 }).map((w) => w.join(' '))
const joined = (before: string, after: string, ...kinds: string[]) =>
  diffText(before, after, 'en')
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
  expect(diffText('a low oak chair', 'a high oak chair', 'en')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'removed', text: 'low' },
    { kind: 'added', text: 'high' },
    { kind: 'same', text: ' oak chair' },
  ])
})

test('a language without blanks is compared word by word too, and a long text by its blanks', () => {
  expect(diffText('通知は30日後に削除されます。', '通知は14日後に削除されます。', 'ja')).toEqual([
    { kind: 'same', text: '通知は' },
    { kind: 'removed', text: '30' },
    { kind: 'added', text: '14' },
    { kind: 'same', text: '日後に削除されます。' },
  ])
  const long = 'a (low) chair. '.repeat(150)
  expect(diffText(`${long}oak`, `${long}elm`, 'en').filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'oak' },
    { kind: 'added', text: 'elm' },
  ])
})
