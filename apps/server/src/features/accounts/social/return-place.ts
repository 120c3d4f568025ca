import { parseReturnPath } from '@veranda/core/accounts/sign-in/return-path.ts'
import { type SocialProblem } from '@veranda/core/accounts/social/social-problem.ts'
import { minute, second } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { type Deps } from '../../../platform/deps.ts'
import { hostCookieName, setCookieHeader } from '../../../platform/http/cookies.ts'
import { type ReplyHeaders, type RequestInfo } from '../../../platform/http/route.ts'
import { pageUrl } from './redirect.ts'

const returnCookie = 'veranda.return'
/** It outlives the attempt, so that the place is known when the attempt has expired. */
const returnLifetimeMs = 30 * minute

/** Remembers in this browser the place to which a sign-in leads back; without one, forgets that of an earlier sign-in. */
export function rememberReturnPath(
  { deps, request, replyHeaders }: { deps: Pick<Deps, 'env'>; request: RequestInfo; replyHeaders: ReplyHeaders },
  path: string | null,
): void {
  const name = hostCookieName(returnCookie, deps.env)
  if (path === null && request.cookies[name] === undefined) return
  const maxAgeSeconds = path === null ? 0 : returnLifetimeMs / second
  const cookie = { name, value: path ?? '', maxAgeSeconds, path: '/', sameSite: 'lax' } as const
  replyHeaders.set('set-cookie', setCookieHeader(cookie, deps.env))
}

/** Returns the place that this browser remembers, if it is one of this app. */
export function readReturnPath({ env }: Pick<Deps, 'env'>, request: RequestInfo): string | null {
  return parseReturnPath(request.cookies[hostCookieName(returnCookie, env)]) ?? null
}

/**
 * Returns the page that says what went wrong. Someone who is signed in would be sent on from the sign-in page without
 * having read it.
 */
export function problemPage(problem: SocialProblem, to: string | null, actor: Actor | undefined): string {
  return actor ? pageUrl('/settings/security', { problem }) : pageUrl('/login', { problem, to })
}
