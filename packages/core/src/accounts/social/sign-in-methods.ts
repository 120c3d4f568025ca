import { type SocialProvider } from './social-provider.ts'

/** The methods by which a user can sign in. */
export type SignInMethods = {
  /** A password, and an address to enter with it. */
  readonly hasPassword: boolean
  /** The linked providers by which this installation lets users sign in. */
  readonly providers: readonly SocialProvider[]
  readonly passkeys: readonly { readonly id: string; readonly verifiesUser: boolean }[]
  /** Sign-ins ask for codes of an authenticator app. */
  readonly hasTotp: boolean
}

/**
 * Returns whether a user can sign in. A passkey whose authenticator does not check who uses it counts only while there
 * are codes to enter after it: without them, signing in with it is refused.
 */
export function canSignIn({ hasPassword, providers, passkeys, hasTotp }: SignInMethods): boolean {
  return hasPassword || providers.length > 0 || passkeys.some(({ verifiesUser }) => verifiesUser || hasTotp)
}

/** Returns whether a user can still sign in without this provider. The last sign-in method cannot be unlinked. */
export function canUnlink(provider: SocialProvider, signInMethods: SignInMethods): boolean {
  if (!signInMethods.providers.includes(provider)) return false
  return keepsSignInMethod(signInMethods, { providers: signInMethods.providers.filter((other) => other !== provider) })
}

export const identityActions = ['link', 'unlink'] as const
export type IdentityAction = (typeof identityActions)[number]

/** Returns the steps of a user at a provider: they link it, or unlink it unless it is their last sign-in method. */
export function identityActionsFor(provider: SocialProvider, signInMethods: SignInMethods): IdentityAction[] {
  if (!signInMethods.providers.includes(provider)) return ['link']
  return canUnlink(provider, signInMethods) ? ['unlink'] : []
}

/** Returns whether removing a passkey leaves a sign-in method, if there is one. */
export function canRemovePasskey(id: string, signInMethods: SignInMethods): boolean {
  return keepsSignInMethod(signInMethods, { passkeys: signInMethods.passkeys.filter((other) => other.id !== id) })
}

/** Returns whether turning the codes off leaves a sign-in method, if there is one. */
export function canTurnOffTotp(signInMethods: SignInMethods): boolean {
  return keepsSignInMethod(signInMethods, { hasTotp: false })
}

export const passkeyActions = ['rename', 'remove'] as const
export type PasskeyAction = (typeof passkeyActions)[number]

/** Returns the steps of a user with one of their passkeys: it stays while it is their last sign-in method. */
export function passkeyActionsFor(id: string, signInMethods: SignInMethods): PasskeyAction[] {
  return passkeyActions.filter((action) => action !== 'remove' || canRemovePasskey(id, signInMethods))
}

export const totpActions = ['turn-on', 'replace-recovery-codes', 'turn-off'] as const
export type TotpAction = (typeof totpActions)[number]

/** Returns the steps of a user with the codes: they stay on while the user's last sign-in method needs them. */
export function totpActionsFor(signInMethods: SignInMethods): TotpAction[] {
  if (!signInMethods.hasTotp) return ['turn-on']
  return canTurnOffTotp(signInMethods) ? ['replace-recovery-codes', 'turn-off'] : ['replace-recovery-codes']
}

/** A demo user has no sign-in method of their own, and loses none. */
function keepsSignInMethod(signInMethods: SignInMethods, change: Partial<SignInMethods>): boolean {
  return canSignIn({ ...signInMethods, ...change }) || !canSignIn(signInMethods)
}
