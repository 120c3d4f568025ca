import { expect, test } from 'vitest'
import { checkPassword, passwordLimits } from './password.ts'

const user = { email: 'Maria.Lopez@Example.com', name: 'Maria Lopez' }
const codeOf = (password: string, common?: ReadonlySet<string>) => {
  const result = checkPassword(password, user, common)
  return result.ok ? 'ok' : result.refusal.code
}

test('a password has between 10 and 200 characters, however they are encoded', () => {
  expect(passwordLimits).toEqual({ min: 10, max: 200 })
  expect(codeOf('short pas')).toBe('account.password-too-short')
  expect(codeOf('correct horse')).toBe('ok')
  expect(codeOf('🐎🔋📎🪑🏮🌿🧭🎐🪞')).toBe('account.password-too-short')
  expect(codeOf('🐎🔋📎🪑🏮🌿🧭🎐🪞🗝')).toBe('ok')
  // The lower case of İ is two code points.
  expect(codeOf('İstanbulİ')).toBe('account.password-too-short')
  expect(codeOf('İz mi ki de. '.repeat(20).slice(0, 200))).toBe('ok')
  expect(
    codeOf(
      Array.from({ length: 70 }, (_, at) => `a${at}`)
        .join(' ')
        .slice(0, 201),
    ),
  ).toBe('account.password-too-long')
})

test.each(['maria.lopez', 'maria.lopez@example.com', 'Maria.Lopez1987!', 'marialopez'])(
  'the address or the name is no password: %s',
  (password) => {
    expect(codeOf(password)).toBe('account.password-like-email')
  },
)

test.each(['ababababab', 'aaaaaaaaaaa', '1234567890', 'qwertyuiop', 'poiuytrewq', '1qaz2wsx3edc'])(
  'a repeated piece or a run is too common, with no list at hand: %s',
  (password) => {
    expect(codeOf(password)).toBe('account.password-too-common')
  },
)

test('a listed word is too common with digits and signs around it and letters written as digits', () => {
  const common = new Set(['butterfly'])
  for (const password of ['butterfly99', '!Butterfly!', 'bu77erfly1', 'butt3rfly!!']) {
    expect([password, codeOf(password, common)]).toEqual([
      password,
      password === 'bu77erfly1' ? 'ok' : 'account.password-too-common',
    ])
  }
})
