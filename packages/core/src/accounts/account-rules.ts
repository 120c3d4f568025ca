import { type Result, ok, refuse } from '../result.ts'
import { graphemeCount } from '../text.ts'
import { currentTerms } from './terms.ts'

/** A person's role decides where they land, never what they may do. */
export const roles = ['client', 'creator', 'admin'] as const
export type Role = (typeof roles)[number]

export const passwordLimits = { min: 10, max: 200 } as const

/**
 * Checks a new password; `common` holds the widespread ones in lower case. Refuses (invalid) account.password-too-short,
 * account.password-too-long, account.password-too-common, and account.password-like-email when it is the address or its
 * first part.
 */
export function checkPassword(password: string, email: string, common: ReadonlySet<string>): Result<string> {
  const no = (code: string, detail = {}) => refuse(code, 'invalid', { field: 'password', detail })
  if (graphemeCount(password.slice(0, 1_000)) < passwordLimits.min)
    return no('account.password-too-short', { least: passwordLimits.min })
  if (password.length > passwordLimits.max) return no('account.password-too-long', { most: passwordLimits.max })
  const lower = password.toLowerCase()
  if (common.has(lower)) return no('account.password-too-common')
  const address = email.toLowerCase()
  if (lower === address || lower === address.split('@', 1)[0]) return no('account.password-like-email')
  return ok(password)
}

/** The form in which addresses are compared and kept: trimmed, NFC, lower case. Refuses account.email-invalid (invalid). */
export function normaliseEmail(email: string): Result<string> {
  const normal = email.trim().normalize('NFC').toLowerCase()
  const wellFormed = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(normal) && normal.length <= 254
  return wellFormed ? ok(normal) : refuse('account.email-invalid', 'invalid', { field: 'email' })
}

/** Consent to the terms in force. Refuses account.terms-outdated (conflict, with `version`). */
export function checkConsent(agreedTo: number): Result<number> {
  if (agreedTo === currentTerms) return ok(agreedTo)
  return refuse('account.terms-outdated', 'conflict', { field: 'terms', detail: { version: currentTerms } })
}

/** The name by which a person is addressed: up to the first blank. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u, 1)[0] ?? ''
}
