import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { type User } from '@veranda/contract/accounts/schemas.ts'
import { type PublicConfig } from '@veranda/contract/config/schemas.ts'

/** The current time on the server. */
export const now = '2026-11-23T10:00:00.000Z'

/** The signed-in user. */
export const maya: User = {
  id: '0199c1a0-0000-7000-8000-000000000002',
  firstName: 'Maya',
  name: 'Maya Torres',
  email: 'maya@studio.example',
  role: 'client',
  avatar: null,
  createdAt: '2026-01-02T10:00:00.000Z',
  lastLogin: '2026-11-20T10:00:00.000Z',
  authProvider: 'email',
}

export const kenji = { id: '0199c1a0-0000-7000-8000-000000000001', name: 'Kenji Mori', avatar: null }

/** The configuration of an installation that takes payments. */
export const sampleConfig: PublicConfig = {
  mode: 'production',
  version: '1.0.0',
  demoEntry: false,
  mailPage: false,
  openMailbox: false,
  payments: true,
  socialProviders: [],
  terms: 1,
  languages: ['en'],
  now,
  pushKey: null,
}

/** Returns the nth id of a kind; the kind is one hexadecimal digit. */
export const idOf = (kind: string, n = 1) => `0199c1a0-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`

/** Returns the account of the signed-in user, who offers nothing and is no admin. */
export function sampleAccount(overrides: Partial<Account> = {}): Account {
  return {
    ...maya,
    timeZone: 'Europe/Lisbon',
    language: 'en',
    theme: 'system',
    offersServices: false,
    admin: false,
    outdatedTerms: null,
    deletionAt: null,
    ...overrides,
  }
}
