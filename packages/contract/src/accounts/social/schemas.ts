import { identityActions } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import * as z from 'zod/mini'
import { isoInstant, language, text, timeZone } from '../../shared-schemas.ts'

export const socialProvider = z.enum(socialProviders)
export const providerParams = z.object({ provider: socialProvider })
export type ProviderParams = z.infer<typeof providerParams>

/**
 * Returns a schema for part of an address that others write. A value that does not fit counts as absent, also one with
 * U+0000, which is refused elsewhere: a browser on its way is shown a page, and no problem document.
 */
function addressPart(maxLength: number) {
  const fits = (value: unknown) =>
    typeof value === 'string' && value.length <= maxLength && !value.includes('\0') ? value : undefined
  return z.optional(z.pipe(z.unknown(), z.transform(fits)))
}

export const startSocialSignInQuery = z.object({
  /** The place of this app to return to: path, query and hash. */
  to: addressPart(2_000),
})
export type StartSocialSignInQuery = z.infer<typeof startSocialSignInQuery>

/** The parameters that a provider adds to the redirect address (RFC 6749, 4.1.2; `iss` RFC 9207). */
export const socialCallbackQuery = z.object({
  state: addressPart(200),
  code: addressPart(4_096),
  error: addressPart(200),
  iss: addressPart(400),
})
export type SocialCallbackQuery = z.infer<typeof socialCallbackQuery>

/** A way to sign in by a provider, of the user themselves. */
export const identity = z.object({
  provider: socialProvider,
  /** Null when it is not linked. */
  linkedAt: z.nullable(isoInstant),
  /** Steps that the user may take now: `unlink` only while they can still sign in without it. */
  actions: z.array(z.enum(identityActions)),
})
export type Identity = z.infer<typeof identity>
/** All that are linked or can be. */
export const identityList = z.object({ items: z.array(identity), hasPassword: z.boolean() })
export type IdentityList = z.infer<typeof identityList>

/** Whom a provider vouches for in this browser, before there is an account. */
export const pendingIdentity = z.object({
  provider: socialProvider,
  name: z.string(),
  /** Verified by the provider; null when it gave none. */
  email: z.nullable(z.string()),
})
export type PendingIdentity = z.infer<typeof pendingIdentity>

export const registerByIdentityBody = z.strictObject({
  name: text(80),
  role: z.enum(['client', 'creator']),
  /** The version of the accepted terms. */
  terms: z.int(),
  timeZone,
  language: z._default(language, 'en'),
})
export type RegisterByIdentityBody = z.input<typeof registerByIdentityBody>

/** The address of the provider to navigate to. */
export const linkStart = z.object({ url: z.string() })
export type LinkStart = z.infer<typeof linkStart>
