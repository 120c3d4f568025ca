import { type Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { type User } from '@veranda/contract/accounts/schemas.ts'

/** Lifetime of the demo token of the specification: seven days. */
export const mockTokenLifetimeSeconds = 604_800

/** The sample user of the specification: a name without a firstName, and a role that only it has. */
const sampleFields = {
  id: '0199c1a0-0000-7000-8000-00000000a000',
  name: 'Sample User',
  email: 'sample.user@veranda.example',
  avatar: '/mark.svg',
  role: 'user',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLogin: '2026-01-01T00:00:00.000Z',
  authProvider: 'email',
}
// What the contract requires and the sample user does not have is read by nothing but the shell, which has defaults.
const sampleUser = sampleFields as unknown as User

/** Returns the account with the settings of this device. */
export function sampleAccount(): Account {
  return {
    ...sampleUser,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: 'en',
    theme: 'system',
    offersServices: false,
    admin: false,
    outdatedTerms: null,
    deletionAt: null,
  }
}

/** Returns a session of the sample user; its token is signed by nobody and has the role `client`. */
export function sampleSession(nowMs: number): Session {
  const exp = Math.floor(nowMs / 1_000) + mockTokenLifetimeSeconds
  const { id, name, email } = sampleFields
  const claims = { exp, sub: id, name, email, role: 'client' }
  const token = [{ alg: 'none', typ: 'JWT' }, claims].map((part) => toBase64Url(JSON.stringify(part))).join('.')
  return { user: sampleUser, token: `${token}.mock`, expiresAt: new Date(exp * 1_000).toISOString() }
}

function toBase64Url(text: string): string {
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
