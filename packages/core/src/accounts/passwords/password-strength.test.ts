import { expect, test } from 'vitest'
import { passwordStrength } from './password.ts'

const user = { email: 'mira.okafor@example.com', name: 'Mira Okafor' }

test.each([
  ['', 'refused'],
  ['short', 'refused'],
  ['mira.okafor@example.com', 'refused'],
  ['abcabcabcabcabcabcabc', 'refused'],
  ['a'.repeat(201), 'refused'],
  ['otter canoe', 'fair'],
  ['Tr0ub4dor&3x', 'fair'],
  ['otter canoe 14', 'good'],
  ['a long walk by sea', 'good'],
  ['purple otter canoe lantern', 'strong'],
  // Long, but of six different characters.
  ['banana bandana banana nab', 'fair'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password, user)).toBe(strength)
})

test('is counted in code points after NFKC, whatever the letter case', () => {
  expect(passwordStrength('🦦🛶🌊🐚🪸🦀🐙🦑🐡🐠🐟', user)).toBe('fair')
  expect(passwordStrength('ｏｔｔｅｒ ｃａｎｏｅ １４', user)).toBe('good')
  // The lower case of İ is two code points.
  expect(passwordStrength('İnci İzmir1', user)).toBe('fair')
  expect(passwordStrength('İnci İzmirİ İğde1', user)).toBe('good')
  expect(passwordStrength('Banana BANDANA bAnAnA NAB', user)).toBe('fair')
})
