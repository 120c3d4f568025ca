import { expect, test } from 'vitest'
import { nameInLanguage, namesInLanguage } from './name-in-language.ts'

test('an erased account has its name in the reader’s language, and no other text is touched', () => {
  expect(nameInLanguage('Deleted user', 'fr')).toBe('Compte supprimé')
  expect(nameInLanguage('Maya Lindqvist', 'fr')).toBe('Maya Lindqvist')
  const reply = { by: { id: '1', name: 'Deleted user' }, username: 'Deleted user', text: 'Deleted user' }
  expect(JSON.parse(namesInLanguage(JSON.stringify([reply]), 'de'))).toEqual([
    { by: { id: '1', name: 'Gelöschtes Konto' }, username: 'Gelöschtes Konto', text: 'Deleted user' },
  ])
  const message = JSON.stringify({ text: '"name":"Deleted user"' })
  expect(namesInLanguage(message, 'de')).toBe(message)
})
