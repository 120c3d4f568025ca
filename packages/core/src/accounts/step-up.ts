import { type Instant, minute } from '../time/instant.ts'

/** Lifetime of a step-up. */
export const stepUpLifetimeMs = 5 * minute

/** A password, or one click for a demo user, who also signed in with one click. */
export const stepUpMethods = ['password', 'demo'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]

/** Returns the methods that a user can reauthenticate with. Demo entry is never on in production. */
export function allowedStepUpMethods(facts: {
  readonly hasPassword: boolean
  readonly isDemoUser: boolean
  readonly demoEntry: boolean
}): readonly StepUpMethod[] {
  // A user who signs in with one click reauthenticates with one: a password would prove nothing more.
  if (facts.isDemoUser && facts.demoEntry) return ['demo']
  return facts.hasPassword ? ['password'] : []
}

type StoredStepUp = { readonly sessionId: string; readonly cookieHash: string; readonly expiresAt: Instant }

/** Returns whether a stored step-up is valid now for this session and the cookie it was made with. */
export function isStepUpValid(
  stored: StoredStepUp | undefined,
  caller: { readonly sessionId: string; readonly cookieHash: string },
  now: Instant,
): boolean {
  if (!stored) return false
  return stored.sessionId === caller.sessionId && stored.cookieHash === caller.cookieHash && now < stored.expiresAt
}
