import { type SocialProvider, socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { makeGoogle } from './google.ts'
import {
  type IdentityAttempt,
  type IdentityGateway,
  type IdentityProvider,
  type IdentityResult,
  NotRecentError,
  type ProviderSettings,
} from './identity-gateway.ts'
import { makeInstagram } from './instagram.ts'
import { makeTiktok } from './tiktok.ts'

/** All calls for one sign-in together; someone waits for them. */
const identifyTimeoutMs = 6_000

type Providers = Readonly<Partial<Record<SocialProvider, IdentityProvider>>>

/** Makes the protocol of each configured provider. */
export function makeProviders({ google, tiktok, instagram }: ProviderSettings): Providers {
  return {
    ...(google && { google: makeGoogle(google) }),
    ...(tiktok && { tiktok: makeTiktok(tiktok) }),
    ...(instagram && { instagram: makeInstagram(instagram) }),
  }
}

/** Makes the gateway of these providers. */
export function makeIdentityGateway(providers: Providers): IdentityGateway {
  const find = (name: SocialProvider): IdentityProvider => {
    const provider = providers[name]
    if (!provider) throw new Error(`${name} is not configured`)
    return provider
  }
  return {
    providers: socialProviders.filter((name) => providers[name] !== undefined),
    provingProviders: socialProviders.filter((name) => providers[name]?.provesSignIn === true),
    authorizationUrl: (name, attempt) => find(name).authorizationUrl(attempt),
    identify: (name, callback, attempt) => identify(find(name), callback, attempt),
  }
}

async function identify(
  provider: IdentityProvider,
  callback: URLSearchParams,
  attempt: IdentityAttempt,
): Promise<IdentityResult> {
  const signal = AbortSignal.timeout(identifyTimeoutMs)
  try {
    return { ok: true, identity: await provider.identify(callback, attempt, signal) }
  } catch (error) {
    if (error instanceof NotRecentError) return { ok: false, failure: 'not-recent', detail: error.message }
    const isUnreachable = signal.aborted || (error instanceof TypeError && error.message === 'fetch failed')
    // The causes of the library's errors hold tokens and codes, so only what it says itself is passed on.
    const detail = isUnreachable ? 'no reply in time' : describe(error)
    return { ok: false, failure: isUnreachable ? 'unavailable' : 'refused', detail }
  }
}

/** Names an error by its code or kind; messages of schemas quote what they parsed. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'Error' ? error.message : error.name
}
