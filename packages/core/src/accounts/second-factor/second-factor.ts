import { hour, minute, second } from '../../time/instant.ts'

/** The ways to finish a sign-in after its first factor. */
export const secondFactorMethods = ['totp', 'passkey', 'recovery-code'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** The time for the second factor; then the sign-in begins again. */
export const signInChallengeLifetimeMs = 10 * minute
/** Wrong codes in one sign-in, after which it begins again. */
export const maxWrongCodes = 10
/**
 * Wrong codes for one account in an hour, whatever the sign-in and its address. Only someone who knows the first factor
 * gets as far, so a stranger cannot use this up. With three of a million codes valid at a time, guessing all day finds
 * one in 0.2 % of the days.
 */
export const maxWrongCodesPerHour = 30
export const wrongCodesWindowMs = hour

/** The time for which an authenticator app shows a code (RFC 6238). */
export const totpStepMs = 30 * second

/** The time for the first code of an authenticator app; then setting it up begins again. */
export const totpSetUpLifetimeMs = hour

export const recoveryCodeCount = 10
/** Digits and small letters that cannot be mistaken for each other. */
export const recoveryCodeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
/** Characters of a code, shown in two groups; 49 bits. */
export const recoveryCodeLength = 10

/** Returns a recovery code in two groups, as it is shown. */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, recoveryCodeLength / 2)}-${code.slice(recoveryCodeLength / 2)}`
}

/** Returns a typed recovery code without what people add: capitals, blanks and dashes. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The time for answering a challenge with a passkey. */
export const passkeyChallengeLifetimeMs = 5 * minute
/** Passkeys of one account. */
export const maxPasskeys = 20

export const newPasskeyActions = ['add'] as const
export type NewPasskeyAction = (typeof newPasskeyActions)[number]

/** Returns the steps of a user with this many passkeys towards another one: there is a maximum. */
export function newPasskeyActionsFor(passkeyCount: number): NewPasskeyAction[] {
  return passkeyCount < maxPasskeys ? ['add'] : []
}
