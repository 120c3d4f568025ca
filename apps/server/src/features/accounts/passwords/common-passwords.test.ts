import { checkPassword } from '@veranda/core/accounts/passwords/password.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commonPasswords } from './password.ts'

const user = { email: 'clara.hall@veranda.test', name: 'Clara Hall' }
const isRefused = (password: string) => {
  const checked = checkPassword(password, user, commonPasswords)
  return !checked.ok && checked.refusal.code === 'account.password-too-common'
}

test('every password of another ranked list that is long enough is refused', () => {
  const ranked = readFileSync(new URL('testing/ranked-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
  expect(ranked.length).toBeGreaterThan(100)
  expect(ranked.filter((password) => !isRefused(password))).toEqual([])
})

test.each([
  '12345678910',
  '1q2w3e4r5t',
  '123456789a',
  '1122334455',
  'qazwsxedcrfv',
  '1029384756',
  'dragonball',
  'playstation',
  'DragonBall',
  'playstation!',
])('%s is refused', (password) => {
  expect(isRefused(password)).toBe(true)
})

test.each([
  'a long walk by the sea',
  'purple otter canoe',
  'green heron lantern',
  'Tr0ub4dor&3x!',
  '一二三四五六七八九十甲',
])('%s is not', (password) => {
  expect(checkPassword(password, user, commonPasswords).ok).toBe(true)
})
