import { type RefuseSessionBody, type RefusedSession } from '@veranda/contract/accounts/new-device/schemas.ts'
import { isLinkUsable } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type RouteContext } from '../../../platform/http/route.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { forgetDevice } from './known-device.ts'
import { toLinkRequest } from '../one-time-links/link-request.ts'
import { findOneTimeLink, lockOneTimeLink, markLinkUsed } from '../one-time-links/one-time-link.repository.ts'
import { resetLinkQueue, type ResetLinkJob } from '../password-reset/reset-link-mailer.ts'
import { signInFailed } from '../sign-in/sign-in-failures.ts'
import { lockOpenUser } from '../user.repository.ts'

const kind = 'session-refusal'
const notUsable = refuse('account.link-not-usable', 'not-found')

/**
 * Ends the sessions of the device that a link is about, and no other, forgets the device, so that its next sign-in is
 * reported again, and uses the link up. The user gets a link to choose a password, the first one or a new one, which then
 * ends all sessions. Returns whether a session was still there and whether a link is sent.
 */
export async function refuseSession(
  { tx, deps, request }: Pick<RouteContext<undefined>, 'tx' | 'deps' | 'request'>,
  { token }: RefuseSessionBody,
): Promise<Result<RefusedSession>> {
  const found = await findOneTimeLink(tx, token)
  const now = deps.clock.now()
  // The user before their links, as the mailers do, so that two transactions never wait for each other.
  const user = found?.userId && isLinkUsable(found, kind, now) ? await lockOpenUser(tx, found.userId) : undefined
  if (!user) {
    const userId = found?.userId ?? null
    deps.failureLog.record({ action: signInFailed, reason: 'link-not-usable', userId, request })
    return notUsable
  }
  const link = await lockOneTimeLink(tx, token)
  if (!link?.sessionId || !isLinkUsable(link, kind, now)) return notUsable
  const userId = asId<UserId>(user.id)
  await markLinkUsed(tx, link.id, now)
  const sessionIds = [link.sessionId]
  if (link.deviceId !== null) sessionIds.push(...(await forgetDevice(tx, userId, link.deviceId)))
  const ended = (await endSessions(tx, 'account.session-ended', { userId, sessionIds, at: now, request })) > 0
  const data = { ended }
  await recordAudit(tx, { action: 'account.session-refused', userId, actorId: null, at: now, request, data })
  const resetTo = user.email
  if (resetTo !== null) {
    const job: ResetLinkJob = { email: resetTo, requestedAt: now, request: toLinkRequest(request) }
    await deps.jobs.enqueue(tx, resetLinkQueue, job)
  }
  return ok({ ended, sendsReset: resetTo !== null })
}
