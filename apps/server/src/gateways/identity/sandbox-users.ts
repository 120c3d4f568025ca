import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { randomInt } from 'node:crypto'

/** A user of the sandbox's providers. */
export type SandboxUser = {
  readonly subject: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
}

/**
 * `new` is another user each time it is chosen, so that a registration can be tried again and again; `same` is the one whom
 * the app expects.
 */
export type SandboxChoice = 'new' | 'known' | 'unverified' | 'same'

/** The one who has an account in the demo world, at every provider. */
export const knownSandboxUser: SandboxUser = {
  subject: '100000000000000000001',
  name: 'Maya Torres',
  email: 'maya@veranda.example',
  emailVerified: true,
}

/**
 * Returns the users that a provider offers, first the one whom a request names. Only Google has addresses at all, so only
 * there one can lack it.
 */
export function choicesOf(provider: SocialProvider, loginHint: string | null): readonly SandboxChoice[] {
  const usual = ['new', 'known'] as const
  if (provider !== 'google') return usual
  return [...(isSubject(loginHint) ? ['same' as const] : []), ...usual, 'unverified']
}

function isSubject(text: string | null): text is string {
  return text !== null && /^\d{1,40}$/.test(text)
}

/** Returns the user of a choice. */
export function makeSandboxUser(choice: SandboxChoice, loginHint: string | null): SandboxUser {
  if (choice === 'known') return knownSandboxUser
  if (choice === 'same' && isSubject(loginHint)) {
    return { subject: loginHint, name: nameOf(choice), email: `same-${loginHint}@veranda.test`, emailVerified: false }
  }
  const digits = String(randomInt(1e9)).padStart(9, '0')
  const subject = `2${String(Date.now()).padStart(14, '0')}${digits}`
  const name = nameOf(choice)
  return { subject, name, email: `${choice}-${digits}@veranda.test`, emailVerified: choice === 'new' }
}

/** Returns the name under which a choice is offered. */
export function nameOf(choice: SandboxChoice): string {
  const names = {
    new: 'Nia Newcomer',
    known: knownSandboxUser.name,
    unverified: 'Uma Unverified',
    same: 'the same user',
  } as const
  return names[choice]
}
