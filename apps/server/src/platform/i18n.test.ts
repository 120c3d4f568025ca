import { expect, test } from 'vitest'
import { t, findMessage } from './i18n.ts'

test('a message in an unsupported language falls back to English', () => {
  expect(t('common', 'save', {}, 'fr-CA')).toBe('Save')
})

test('an unknown key is undefined', () => {
  expect(findMessage('common', 'nobody.said-this')).toBeUndefined()
})
