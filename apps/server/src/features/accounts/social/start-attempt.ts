import { parseReturnPath } from '@veranda/core/accounts/sign-in/return-path.ts'
import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { after, minute } from '@veranda/core/time/instant.ts'
import { type RouteContext } from '../../../platform/http/route.ts'
import { browserOrigin } from '../../../platform/http/server-address.ts'
import { randomSecret, setBrowserSecret } from './browser-secret.ts'
import { addAttempt } from './oauth-attempt.repository.ts'
import { rememberReturnPath } from './return-place.ts'

/** The time that a user has at the provider. */
const attemptLifetimeMs = 10 * minute

type AttemptContext = Pick<RouteContext<undefined>, 'tx' | 'deps' | 'request' | 'replyHeaders'>
/**
 * `linkSessionId` is the session whose user links the provider, `stepUp` names the one whose user confirms that it is them,
 * and who they are at the provider. Without either, someone signs in.
 */
type Attempt = {
  readonly provider: SocialProvider
  readonly to?: string | undefined
  readonly linkSessionId?: string
  readonly stepUp?: { readonly sessionId: string; readonly subject: string }
}

/**
 * Begins a way to a provider, bound to this browser by a cookie. Returns the address of the provider. A new attempt of
 * the browser takes the place of its earlier one.
 */
export async function startAttempt(
  { tx, deps, request, replyHeaders }: AttemptContext,
  { provider, to, linkSessionId, stepUp }: Attempt,
): Promise<string> {
  const { host } = request.headers
  const origin = browserOrigin(deps.env, typeof host === 'string' ? host : undefined)
  const attempt = {
    state: randomSecret(),
    nonce: randomSecret(),
    codeVerifier: randomSecret(),
    redirectUri: `${origin}/api/auth/${provider}/callback`,
  }
  const returnPath = parseReturnPath(to) ?? null
  rememberReturnPath({ deps, request, replyHeaders }, returnPath)
  const now = deps.clock.now()
  await addAttempt(tx, {
    ...attempt,
    provider,
    cookieHash: setBrowserSecret({ deps, replyHeaders }, 'attempt', attemptLifetimeMs),
    returnPath,
    linkSessionId: linkSessionId ?? null,
    stepUpSessionId: stepUp?.sessionId ?? null,
    startedAt: now,
    expiresAt: after(now, attemptLifetimeMs),
  })
  const freshSignIn = stepUp && { subject: stepUp.subject, elapsedMs: 0 }
  return deps.gateways.identity.authorizationUrl(provider, { ...attempt, ...(freshSignIn && { freshSignIn }) })
}
