import { type LogoutBody } from '@veranda/contract/accounts/sessions/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { signalAfterCommit } from '../../../platform/db/commit-signals.ts'
import { type ReplyHeaders, type RequestInfo } from '../../../platform/http/route.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { forgetDeviceOfSession, forgetOtherDevices } from '../new-device/known-device.ts'
import { clearSessionCookieHeader } from './open-session.ts'

type SessionsToEnd = { userId: UserId; sessionIds: readonly string[]; at: Instant; request: RequestInfo }

/**
 * Ends sessions of one user: deletes their rows, and on commit every node rejects their HTTP requests and closes their
 * sockets. Returns how many ended.
 */
export async function endSessions(
  tx: Tx,
  type: 'account.signed-out' | 'account.session-ended',
  toEnd: SessionsToEnd,
): Promise<number> {
  if (toEnd.sessionIds.length === 0) return 0
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', 'in', toEnd.sessionIds)
    .where('user_id', '=', toEnd.userId)
    .returning('id')
    .execute()
  for (const { id } of ended) {
    const event = { type, data: { userId: toEnd.userId, sessionId: id } } satisfies AccountEvent
    await appendEvent(tx, { ...event, subject: { kind: 'user', id: toEnd.userId }, actor: toEnd.userId, at: toEnd.at })
    await recordAudit(tx, {
      action: type,
      userId: toEnd.userId,
      actorId: toEnd.userId,
      at: toEnd.at,
      request: toEnd.request,
    })
  }
  signalAfterCommit(tx, { endedSessions: ended.map(({ id }) => id) })
  return ended.length
}

type SignedInContext = CommandContext & { readonly request: RequestInfo }

type SignOutContext = Omit<SignedInContext, 'actor'> & { actor: Actor | undefined; replyHeaders: ReplyHeaders }

/**
 * Ends the caller's session, if there is one, and deletes its cookie and what the browser cached. A sign-out that names
 * its session is repeated until it is answered, so it may come with the cookie of a later sign-in, and leaves that alone.
 */
export async function logout(
  { tx, actor, deps, request, replyHeaders }: SignOutContext,
  { sid }: LogoutBody,
): Promise<Result<Done>> {
  if (sid !== undefined && sid !== actor?.sessionId) return ok({ done: true })
  if (actor) {
    const toEnd = { userId: actor.id, sessionIds: [actor.sessionId], at: deps.clock.now(), request }
    await endSessions(tx, 'account.signed-out', toEnd)
  }
  replyHeaders.set('set-cookie', clearSessionCookieHeader(deps))
  // Storage stays: the theme, the language and the device's settings outlive a sign-out.
  replyHeaders.set('clear-site-data', '"cache"')
  return ok({ done: true })
}

/** Ends a user's sessions but the one to keep; all of them without one. Returns how many ended. */
export async function endOtherSessions(
  { tx, deps, request }: { tx: Tx; deps: Pick<Deps, 'clock'>; request: RequestInfo },
  userId: UserId,
  keptSessionId?: string,
): Promise<number> {
  const sessions = await tx.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  const sessionIds = sessions.map(({ id }) => id).filter((id) => id !== keptSessionId)
  return endSessions(tx, 'account.session-ended', { userId, sessionIds, at: deps.clock.now(), request })
}

/** Ends the caller's sessions on all other devices, and forgets these. */
export async function endOtherDevices(ctx: SignedInContext): Promise<Result<Done>> {
  await forgetOtherDevices(ctx.tx, ctx.actor.id, ctx.actor.sessionId)
  await endOtherSessions(ctx, ctx.actor.id, ctx.actor.sessionId)
  return ok({ done: true })
}

/** Ends the session of one of the caller's devices, and forgets it. Refuses account.device-not-found. */
export async function endDevice(
  { tx, actor, deps, request }: SignedInContext,
  sessionId: string,
): Promise<Result<Done>> {
  // The device of the session is known only as long as there is the session.
  if (sessionId !== actor.sessionId) await forgetDeviceOfSession(tx, actor.id, sessionId)
  const toEnd = { userId: actor.id, sessionIds: [sessionId], at: deps.clock.now(), request }
  const endedCount = await endSessions(tx, 'account.session-ended', toEnd)
  return endedCount > 0 ? ok({ done: true }) : refuse('account.device-not-found', 'not-found')
}
