import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { type RateLimit } from '../../platform/http/limits/rate-limit.ts'
import { signInFailed } from './sign-in/sign-in-failures.ts'

const auditAction = signInFailed

/**
 * Counts all passwords that are tried from one network address, for any account: 30 in five minutes let an office sign
 * in, and stop one machine that tries a common password at many accounts. An owner at another address is not affected.
 * It comes before a limit per account, so that refused calls count here too.
 */
export const passwordRateLimit: RateLimit = {
  name: 'password',
  per: 'address',
  max: 30,
  windowMs: 5 * minute,
  shared: true,
  auditAction,
}

/** Guesses at one account, counted per address of the network, so that a stranger's guesses never lock out the owner. */
export const guessesPerAccount: RateLimit = {
  per: 'address-and-email',
  max: 10,
  windowMs: 5 * minute,
  shared: true,
  auditAction,
}

/** Registrations from one address of the network, for any account. */
export const registrationsPerAddress: RateLimit = { per: 'address', max: 30, windowMs: hour, shared: true, auditAction }

/** The same for one account, as with links to reset a password below. */
export const registrationsPerAccount: RateLimit = {
  per: 'address-and-email',
  max: 5,
  windowMs: 15 * minute,
  shared: true,
  auditAction,
}

/** Passwords that a signed-in user tries for their own account. */
export const passwordAttemptsPerAccount: RateLimit = {
  per: 'account',
  max: 10,
  windowMs: 10 * minute,
  shared: true,
  auditAction,
}

/** Links to reset a password that are asked for from one address of the network, for any account. */
export const resetRequestsPerAddress: RateLimit = { per: 'address', max: 20, windowMs: hour, shared: true, auditAction }

/**
 * The same for one account, counted per address of the network. What strangers at many addresses ask for together is
 * limited where the mail is sent (`maxLinksPerWindow`), without a refusal that would tell known addresses from others.
 */
export const resetRequestsPerAccount: RateLimit = {
  per: 'address-and-email',
  max: 5,
  windowMs: 15 * minute,
  shared: true,
  auditAction,
}

/** Links to change the address of an account that its user asks for, to any address. */
export const emailChangesPerAccount: RateLimit = { per: 'account', max: 5, windowMs: hour, shared: true }

/** Codes and passkeys for the second step of a sign-in, from one address of the network; each sign-in has its own limit. */
export const secondFactorsPerAddress: RateLimit = {
  per: 'address',
  max: 60,
  windowMs: 5 * minute,
  shared: true,
  auditAction,
}

/** Sign-ins by a passkey from one address of the network. None can be guessed, so this limits the work alone. */
export const passkeySignInsPerAddress: RateLimit = { per: 'address', max: 60, windowMs: 5 * minute, auditAction }

/** Challenges for passkeys. Each opening of the sign-in page asks for one, where the browser suggests passkeys itself. */
export const passkeyOptionsPerAddress: RateLimit = { per: 'address', max: 300, windowMs: 5 * minute }

/** Copies of their data that a user asks for; each reads everything that there is about them. */
export const dataExportsPerAccount: RateLimit = { per: 'account', max: 5, windowMs: day, shared: true }

/** Codes by mail that a user asks for. */
export const mailCodesPerAccount: RateLimit = {
  per: 'account',
  max: 5,
  windowMs: 15 * minute,
  shared: true,
  auditAction,
}

/** Calls with which a user changes what they sign in with, among them first codes of a new authenticator app. */
export const factorChangesPerAccount: RateLimit = { per: 'account', max: 30, windowMs: 10 * minute, shared: true }

/** Deletions of the account that a user asks for or cancels; each sends a mail and changes their page. */
export const deletionsPerAccount: RateLimit = { per: 'account', max: 10, windowMs: hour, shared: true }
