import { expect, test } from 'vitest'
import { formatRecoveryCode, normalizeRecoveryCode, recoveryCodeAlphabet, recoveryCodeLength } from './second-factor.ts'

test('recovery codes have no characters that look alike, and at least 45 bits', () => {
  expect(recoveryCodeAlphabet).not.toMatch(/[01ilo]/)
  expect(new Set(recoveryCodeAlphabet).size).toBe(recoveryCodeAlphabet.length)
  expect(Math.log2(recoveryCodeAlphabet.length) * recoveryCodeLength).toBeGreaterThan(45)
})

test('a recovery code is found however it is typed', () => {
  const shown = formatRecoveryCode('abcde23456')
  expect(shown).toBe('abcde-23456')
  for (const typed of [shown, ' ABCDE 23456 ', 'abcde23456', 'AbCdE–23456'])
    expect(normalizeRecoveryCode(typed)).toBe('abcde23456')
})
