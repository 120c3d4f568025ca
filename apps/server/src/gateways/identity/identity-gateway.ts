import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { type Milliseconds } from '@veranda/core/time/instant.ts'
import { type FastifyInstance } from 'fastify'

/** One way to a provider and back, as this browser began it. */
export type IdentityAttempt = {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Ours, as it is registered with the provider. */
  readonly redirectUri: string
  /** Set when the provider has to prove that this user signs in there again. */
  readonly freshSignIn?: FreshSignIn
}

export type FreshSignIn = {
  /** Who they are at the provider. */
  readonly subject: string
  /** The time since the attempt began: 0 on the way there. */
  readonly elapsedMs: Milliseconds
}

/** Whom a provider vouches for. Its tokens are used for this alone and are not kept. */
export type ProvedIdentity = {
  /** The user's id at the provider; it never changes and is never given to another user. */
  readonly subject: string
  readonly name: string
  /** In its normal form; null unless the provider has verified it. */
  readonly email: string | null
}

/**
 * `unavailable`: the provider could not be reached in time. `refused`: what it sent proves nothing. `not-recent`: it proves
 * no sign-in since the attempt began.
 */
export type IdentityFailure = 'unavailable' | 'refused' | 'not-recent'
export type IdentityResult =
  | { readonly ok: true; readonly identity: ProvedIdentity }
  /** `detail` is for the log and has no secret in it. */
  | { readonly ok: false; readonly failure: IdentityFailure; readonly detail: string }

/** Says that a provider does not prove a sign-in since the attempt began. */
export class NotRecentError extends Error {}

/** The protocol of one provider. */
export type IdentityProvider = {
  /** True when it can prove a fresh sign-in. */
  readonly provesSignIn: boolean
  /** Returns the address at which the user agrees. */
  authorizationUrl(attempt: IdentityAttempt): Promise<string>
  /**
   * Exchanges the code of a callback for the identity behind it. Throws when a reply does not arrive or proves
   * nothing.
   */
  identify(callback: URLSearchParams, attempt: IdentityAttempt, signal: AbortSignal): Promise<ProvedIdentity>
}

export type IdentityGateway = {
  /** Those that users can sign in with here. */
  readonly providers: readonly SocialProvider[]
  /** Those that can prove that a user has just signed in there. */
  readonly provingProviders: readonly SocialProvider[]
  authorizationUrl(provider: SocialProvider, attempt: IdentityAttempt): Promise<string>
  identify(provider: SocialProvider, callback: URLSearchParams, attempt: IdentityAttempt): Promise<IdentityResult>
}

/** The stand-in for providers without credentials. */
export type SandboxIdentity = {
  readonly providers: Readonly<Partial<Record<SocialProvider, IdentityProvider>>>
  /** Learns where this server is. The adapters call the stand-in there, as they would call a provider. */
  start(address: string): void
  /** Adds its page and the addresses that the adapters call. */
  serveOn(app: FastifyInstance): void
}

/** A provider of OpenID Connect, with its addresses. */
export type OpenIdSettings = ClientSettings & {
  readonly issuer: string
  readonly jwksUrl: string
  /** True when its ID tokens can say when their user signed in. */
  readonly hasSessionAge: boolean
}
/** A provider that tells about its user at an address of its own. */
export type UserAddressSettings = ClientSettings & { readonly userUrl: string }
type ClientSettings = {
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
}

/** The configured providers; undefined for one without credentials. */
export type ProviderSettings = {
  readonly google: OpenIdSettings | undefined
  readonly tiktok: UserAddressSettings | undefined
  readonly instagram: UserAddressSettings | undefined
}
