import { type Instant, minute } from '../../time/instant.ts'

/** Lifetime of a step-up. */
export const stepUpLifetimeMs = 10 * minute

/**
 * The ways to reauthenticate; `google` is another sign-in there, and `demo` one click for a demo user, who also signed in
 * with one click.
 */
export const stepUpMethods = ['password', 'passkey', 'totp', 'recovery-code', 'mail-code', 'google', 'demo'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]

/** Lifetime of a code that is sent by mail. */
export const mailCodeLifetimeMs = 10 * minute
/** Wrong guesses at a code from a mail, after which it no longer works. */
export const maxWrongMailCodes = 5

/**
 * The purposes of a step-up: any step that needs one, or one that takes a second factor from who has one: a change of the
 * factor itself, and the approval of a device, which opens a session.
 */
export const stepUpPurposes = ['any', 'second-factor'] as const
export type StepUpPurpose = (typeof stepUpPurposes)[number]

type StepUpFacts = {
  readonly hasPassword: boolean
  /** The user signs in with codes of an authenticator app. */
  readonly hasTotp: boolean
  readonly recoveryCodesLeft: number
  /** The user has a passkey whose authenticator checks who uses it. */
  readonly hasPasskey: boolean
  readonly hasEmail: boolean
  /** Google is linked, and proves when its user last signed in there. */
  readonly hasProvingGoogle: boolean
  readonly isDemoUser: boolean
  readonly demoEntry: boolean
}

/**
 * Returns the methods that a user can reauthenticate with, the usual one first. Demo entry is never on in production.
 * A code by mail is only for those who have neither a password nor codes of an app, because a mailbox is open on many
 * devices; beside a passkey, because that works neither in every browser nor at every address. Google is asked when there
 * is not even an address.
 */
export function allowedStepUpMethods(facts: StepUpFacts, purpose: StepUpPurpose = 'any'): readonly StepUpMethod[] {
  // A user who signs in with one click reauthenticates with one: a password would prove nothing more.
  if (facts.isDemoUser && facts.demoEntry) return ['demo']
  const methods: StepUpMethod[] = []
  if (facts.hasPassword) methods.push('password')
  if (facts.hasPasskey) methods.push('passkey')
  if (facts.hasTotp) methods.push('totp')
  if (facts.hasTotp && facts.recoveryCodesLeft > 0) methods.push('recovery-code')
  if (!facts.hasPassword && !facts.hasTotp) {
    if (facts.hasEmail) methods.push('mail-code')
    else if (facts.hasProvingGoogle) methods.push('google')
  }
  return methods.filter((method) => isMethodEnough(method, purpose, facts))
}

/**
 * Returns whether a method confirms a step of this purpose. Who has a second factor changes it with one, and lets a device
 * in with one: otherwise a known password would be enough to turn it off, or to sign in.
 */
export function isMethodEnough(
  method: StepUpMethod,
  purpose: StepUpPurpose,
  { hasTotp }: Pick<StepUpFacts, 'hasTotp'>,
): boolean {
  return purpose === 'any' || !hasTotp || ['passkey', 'totp', 'recovery-code', 'demo'].includes(method)
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
