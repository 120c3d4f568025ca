import { expect, test } from 'vitest'
import { sentence, sentenceFor } from './say.ts'

test('a sentence for a language without catalogues comes in English', () => {
  expect(sentence('common', 'save', {}, 'fr-CA')).toBe('Save')
})

test('a key that the area does not have is told from one that it has', () => {
  expect(sentenceFor('common', 'nobody.said-this')).toBeUndefined()
})
