import { type Instant, minute } from '../time/instant.ts'

/** How long somebody counts as freshly confirmed. */
export const confirmationLives = 5 * minute

/** A password, or one press for somebody of the demo world, who was entered by one press. */
export const confirmationWays = ['password', 'demo'] as const
export type ConfirmationWay = (typeof confirmationWays)[number]

/** What a person may confirm with. Demo entry is never on in production. */
export function waysToConfirm(facts: {
  readonly hasPassword: boolean
  readonly demoPerson: boolean
  readonly demoEntry: boolean
}): readonly ConfirmationWay[] {
  // Whoever can be entered by one press is confirmed by one: a password would prove nothing more.
  if (facts.demoPerson && facts.demoEntry) return ['demo']
  return facts.hasPassword ? ['password'] : []
}

type Kept = { readonly sessionId: string; readonly cookieHash: string; readonly expiresAt: Instant }

/** Whether a confirmation that was kept stands for this very session, with the cookie it was given with, now. */
export function confirmationStands(
  kept: Kept | undefined,
  caller: { readonly sessionId: string; readonly cookieHash: string },
  now: Instant,
): boolean {
  if (!kept) return false
  return kept.sessionId === caller.sessionId && kept.cookieHash === caller.cookieHash && now < kept.expiresAt
}
