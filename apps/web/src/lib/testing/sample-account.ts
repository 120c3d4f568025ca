import { type Account } from '@veranda/contract/accounts/schemas.ts'

/** Returns the account of a client who offers nothing and is no admin. */
export function sampleAccount(overrides: Partial<Account> = {}): Account {
  return {
    id: '0199c1a0-0000-7000-8000-000000000002',
    firstName: 'Maya',
    name: 'Maya Torres',
    email: 'maya@studio.example',
    role: 'client',
    avatar: null,
    createdAt: '2026-01-02T10:00:00.000Z',
    lastLogin: '2026-11-20T10:00:00.000Z',
    authProvider: 'email',
    timeZone: 'Europe/Lisbon',
    language: 'en',
    theme: 'system',
    isCreator: false,
    admin: false,
    ...overrides,
  }
}
