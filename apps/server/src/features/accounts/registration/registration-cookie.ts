import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { second } from '@veranda/core/time/instant.ts'
import { hash, randomBytes } from 'node:crypto'
import { type Deps } from '../../../platform/deps.ts'
import { hostCookieName, setCookieHeader } from '../../../platform/http/cookies.ts'
import { type ReplyHeaders, type RequestInfo } from '../../../platform/http/route.ts'

const registrationCookie = 'veranda.registration'
const secretBytes = 24

/** Gives this browser a cookie by which it is known when the link is pressed, and returns its hash. */
export function rememberBrowser({ env }: Pick<Deps, 'env'>, replyHeaders: ReplyHeaders): string {
  // A new one each time: a cookie that a stranger planted here must not be known for a registration of theirs.
  const secret = randomBytes(secretBytes).toString('base64url')
  setRegistrationCookie(env, replyHeaders, secret, oneTimeLinkLifetimeMs.registration / second)
  return hash('sha256', secret)
}

/** Returns the hash of this browser's cookie; undefined without one. */
export function readBrowserHash(request: RequestInfo, { env }: Pick<Deps, 'env'>): string | undefined {
  const secret = request.cookies[hostCookieName(registrationCookie, env)]
  // Looked up as a hash, so the time tells nothing about the secret.
  return secret === undefined ? undefined : hash('sha256', secret)
}

/** Deletes the cookie, which nothing needs any more. */
export function forgetBrowser({ env }: Pick<Deps, 'env'>, replyHeaders: ReplyHeaders): void {
  setRegistrationCookie(env, replyHeaders, '', 0)
}

function setRegistrationCookie(env: Deps['env'], replyHeaders: ReplyHeaders, value: string, maxAgeSeconds: number) {
  const name = hostCookieName(registrationCookie, env)
  replyHeaders.set('set-cookie', setCookieHeader({ name, value, maxAgeSeconds, path: '/', sameSite: 'strict' }, env))
}
