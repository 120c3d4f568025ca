import { hash, randomBytes } from 'node:crypto'
import { type Milliseconds, second } from '@veranda/core/time/instant.ts'
import { type Deps } from '../../../platform/deps.ts'
import { hostCookieName, setCookieHeader } from '../../../platform/http/cookies.ts'
import { type ReplyHeaders, type RequestInfo } from '../../../platform/http/route.ts'

/** `attempt` binds a way to a provider to the browser that began it, `identity` what a provider then vouched for. */
type Purpose = 'attempt' | 'identity'
const cookieNames = { attempt: 'veranda.oauth', identity: 'veranda.identity' } as const

const secretBytes = 32

/** Returns 256 random bits for a state, a cookie or a verifier. */
export function randomSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/** Returns the hash by which the database knows a secret. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Gives this browser a secret of its own. Returns the hash of it. */
export function setBrowserSecret(
  { deps, replyHeaders }: { deps: Deps; replyHeaders: ReplyHeaders },
  purpose: Purpose,
  lifetimeMs: Milliseconds,
): string {
  const secret = randomSecret()
  replyHeaders.set('set-cookie', cookieHeader(deps, purpose, secret, lifetimeMs / second))
  return hashSecret(secret)
}

/** Deletes the secret of this browser. */
export function clearBrowserSecret(
  { deps, replyHeaders }: { deps: Deps; replyHeaders: ReplyHeaders },
  purpose: Purpose,
): void {
  replyHeaders.set('set-cookie', cookieHeader(deps, purpose, '', 0))
}

/** Returns the hash of the secret that this browser sent; undefined without one. */
export function readBrowserSecret(
  { deps, request }: { deps: Deps; request: RequestInfo },
  purpose: Purpose,
): string | undefined {
  const secret = request.cookies[hostCookieName(cookieNames[purpose], deps.env)]
  return secret ? hashSecret(secret) : undefined
}

/** Lax, because the browser comes back from another site. The prefix of the host wants the path `/`. */
function cookieHeader({ env }: Deps, purpose: Purpose, value: string, maxAgeSeconds: number): string {
  const name = hostCookieName(cookieNames[purpose], env)
  return setCookieHeader({ name, value, maxAgeSeconds, path: '/', sameSite: 'lax' }, env)
}
