import { totpStepMs } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { second } from '@veranda/core/time/instant.ts'
import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
/** Steps before and after the current one whose codes are accepted too, for clocks that are a little off. */
const acceptedSteps = 1

/** Makes a secret for an authenticator app, in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** Returns the address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, label: string): string {
  return totpOf(secret, label).toString()
}

/**
 * Returns the 30 seconds that a code is of, as their number since 1970; undefined for a wrong code. By the machine's
 * clock and not the sandbox's, because the app on the user's phone has no other.
 */
export function findTotpStep(secret: string, code: string): number | undefined {
  const now = Date.now()
  const delta = totpOf(secret, '').validate({ token: code.replace(/\s/, ''), timestamp: now, window: acceptedSteps })
  return delta === null ? undefined : Math.floor(now / totpStepMs) + delta
}

/** SHA-1, six digits and 30 seconds are what every authenticator app understands. */
function totpOf(secret: string, label: string): TOTP {
  const parts = { issuer: 'Veranda', label, algorithm: 'SHA1', digits: 6, period: totpStepMs / second }
  return new TOTP({ ...parts, secret: Secret.fromBase32(secret) })
}
