import { type AccessToken, type Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { sessionIdleLimitMs, sessionUseIntervalMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { day, instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Actor } from '../../../platform/access/actor.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type ReplyHeaders, type RequestInfo } from '../../../platform/http/route.ts'
import { betterAuthFor } from '../sign-in/better-auth.ts'
import { sessionCookieHeader, signAccessToken } from './open-session.ts'
import { toUserDto } from '../user.presenter.ts'
import { findAuthProvider, findOpenUser } from '../user.repository.ts'

type SessionContext = { tx: Tx; actor: Actor | undefined; deps: Deps; request: RequestInfo; replyHeaders: ReplyHeaders }

/**
 * Returns the user of the session cookie with a fresh access token. Sends the cookie again at most once a day; the idle
 * limit of the session is extended with each use.
 */
export async function readSession({
  tx,
  actor,
  deps,
  request,
  replyHeaders,
}: SessionContext): Promise<Result<Session>> {
  const user = actor && (await findOpenUser(tx, actor.id))
  const token = request.cookieToken
  if (!actor || !user || !token) return refuse('request.not-signed-in', 'not-signed-in')
  const now = Date.now()
  const sentAgain = await tx
    .updateTable('sessions')
    .set({ updated_at: new Date(now) })
    .where('id', '=', actor.sessionId)
    .where('updated_at', '<', timestamptz(instant(now - day)))
    .executeTakeFirst()
  if (sentAgain.numUpdatedRows > 0n) replyHeaders.set('set-cookie', sessionCookieHeader(token, deps))
  const accessToken = await signAccessToken(betterAuthFor(tx, deps), user, { id: actor.sessionId, token })
  return ok({ user: toUserDto(user, await findAuthProvider(tx, actor.sessionId)), ...accessToken })
}

/** Returns a fresh access token of the session cookie. Refuses request.not-signed-in. */
export async function renewToken(ctx: SessionContext): Promise<Result<AccessToken>> {
  const session = await readSession(ctx)
  return session.ok ? ok({ token: session.value.token, expiresAt: session.value.expiresAt }) : session
}

/**
 * Counts the idle limit of a session from now on. Does nothing when another call did so within `sessionUseIntervalMs`.
 */
export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    update sessions set expires_at = now() + ${sessionIdleLimitMs} * interval '1 millisecond'
    where id = ${sessionId}
      and expires_at < now() + ${sessionIdleLimitMs - sessionUseIntervalMs} * interval '1 millisecond'`.execute(db)
}
