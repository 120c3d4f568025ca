import { describe, expect, test } from 'vitest'
import { type Result } from '../result.ts'
import { checkConsent, checkPassword, firstNameOf, normaliseEmail } from './account-rules.ts'
import { currentTerms } from './terms.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)

describe('accounts', () => {
  test('a password is long enough, not widespread and not the address', () => {
    const check = (password: string) =>
      codeOf(checkPassword(password, 'Maria.Lopez@Example.com', new Set(['password123'])))
    expect(check('correct horse')).toBe('ok')
    expect(check('short')).toBe('account.password-too-short')
    expect(check('x'.repeat(201))).toBe('account.password-too-long')
    expect(check('Password123')).toBe('account.password-too-common')
    expect(check('maria.lopez')).toBe('account.password-like-email')
    expect(check('maria.lopez@example.com')).toBe('account.password-like-email')
  })
  test('an address has one form', () => {
    expect(normaliseEmail(' Maria@Example.COM ')).toEqual({ ok: true, value: 'maria@example.com' })
    for (const bad of ['maria', 'a@b', 'a b@c.de', '@c.de', `${'x'.repeat(250)}@c.de`]) {
      expect(codeOf(normaliseEmail(bad))).toBe('account.email-invalid')
    }
  })
  test('consent is to the terms in force', () => {
    expect([codeOf(checkConsent(currentTerms)), codeOf(checkConsent(0))]).toEqual(['ok', 'account.terms-outdated'])
  })
  test('a first name ends at the first blank', () => {
    expect([' Maria Lopez', '李小龙', ''].map(firstNameOf)).toEqual(['Maria', '李小龙', ''])
  })
})
