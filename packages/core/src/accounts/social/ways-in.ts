import { type SocialProvider } from './social-provider.ts'

/** The ways in that a user has. */
export type WaysIn = {
  readonly hasPassword: boolean
  readonly providers: readonly SocialProvider[]
  readonly passkeyCount: number
}

/** Returns whether a user can still sign in without this provider. The last way in cannot be unlinked. */
export function canUnlink(provider: SocialProvider, { hasPassword, providers, passkeyCount }: WaysIn): boolean {
  if (!providers.includes(provider)) return false
  return hasPassword || passkeyCount > 0 || providers.some((other) => other !== provider)
}
