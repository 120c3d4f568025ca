import { expect, test } from 'vitest'
import { preview } from './preview.ts'

test('a message is cut after fifty graphemes, with an ellipsis', () => {
  expect(preview('a'.repeat(50))).toBe('a'.repeat(50))
  expect(preview('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`)
})

test('what a reader sees as one letter is never cut in two', () => {
  expect(preview('👩‍👩‍👧'.repeat(51))).toBe(`${'👩‍👩‍👧'.repeat(50)}…`)
})
