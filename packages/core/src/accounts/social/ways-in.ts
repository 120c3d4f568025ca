import { type SocialProvider } from './social-provider.ts'

/** The ways in that a user has. */
export type WaysIn = {
  readonly hasPassword: boolean
  readonly providers: readonly SocialProvider[]
  readonly passkeys: readonly { readonly id: string; readonly verifiesUser: boolean }[]
  /** Sign-ins ask for codes of an authenticator app. */
  readonly hasTotp: boolean
}

/**
 * Returns whether a user can sign in. A passkey whose authenticator does not check who uses it counts only while there
 * are codes to enter after it: without them, signing in with it is refused.
 */
export function canSignIn({ hasPassword, providers, passkeys, hasTotp }: WaysIn): boolean {
  return hasPassword || providers.length > 0 || passkeys.some(({ verifiesUser }) => verifiesUser || hasTotp)
}

/** Returns whether a user can still sign in without this provider. The last way in cannot be unlinked. */
export function canUnlink(provider: SocialProvider, waysIn: WaysIn): boolean {
  if (!waysIn.providers.includes(provider)) return false
  return keepsWayIn(waysIn, { providers: waysIn.providers.filter((other) => other !== provider) })
}

/** Returns whether removing a passkey leaves a way in, if there is one. */
export function canRemovePasskey(id: string, waysIn: WaysIn): boolean {
  return keepsWayIn(waysIn, { passkeys: waysIn.passkeys.filter((other) => other.id !== id) })
}

/** Returns whether turning the codes off leaves a way in, if there is one. */
export function canTurnOffTotp(waysIn: WaysIn): boolean {
  return keepsWayIn(waysIn, { hasTotp: false })
}

/** A demo user has no way in of their own, and loses none. */
function keepsWayIn(waysIn: WaysIn, change: Partial<WaysIn>): boolean {
  return canSignIn({ ...waysIn, ...change }) || !canSignIn(waysIn)
}
