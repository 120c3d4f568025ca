import { expect, test } from 'vitest'
import { t, findMessage } from './i18n.ts'

test('a message in an unsupported language falls back to English, and one of a region to its language', () => {
  expect(t('common', 'save', {}, 'nl-BE')).toBe('Save')
  expect(t('common', 'save', {}, 'fr-CA')).toBe('Enregistrer')
})

test('an unknown key is undefined', () => {
  expect(findMessage('common', 'nobody.said-this')).toBeUndefined()
})
