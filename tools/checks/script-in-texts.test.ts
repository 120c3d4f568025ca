import { expect, test } from 'vitest'
import { findUnlistedTexts } from '../../e2e/script-in-texts/filled-texts.ts'

test('script is written into every text that some screen shows, or it is listed why not', () => {
  expect(findUnlistedTexts()).toEqual([])
})
