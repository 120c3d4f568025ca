import { type EmailLinkBody, type EmailUndone } from '@veranda/contract/accounts/email-change/schemas.ts'
import { deletionAskedAt } from '@veranda/core/accounts/deletion/deletion.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { isLinkUsable, oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { canSignIn } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { randomBytes } from 'node:crypto'
import { hasAuditedSince, recordAudit } from '../../../platform/audit/audit-log.ts'
import { transact } from '../../../platform/db/transact.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { cancelDeletionByUndo } from '../deletion/cancel-deletion-by-undo.ts'
import { toLinkRequest } from '../one-time-links/link-request.ts'
import {
  endLaterUndoLinks,
  endOneTimeLinks,
  lockOneTimeLink,
  markLinkUsed,
} from '../one-time-links/one-time-link.repository.ts'
import { hashPassword } from '../passwords/password.ts'
import { resetLinkQueue, type ResetLinkJob } from '../password-reset/reset-link-mailer.ts'
import { endAccess, replaceHash } from '../passwords/replace-password.ts'
import { readSignInMethods } from '../social/identity.repository.ts'
import { findEmailOwner, lockEmail } from '../user.repository.ts'
import { type EmailLinkContext, findEmailLink, lockUserOfLink, setEmail } from './email-link.ts'
import { removeRecentSignInMethods } from './remove-recent-sign-in-methods.ts'

const kind = 'email-undo'
const payoutAccountChanged = 'account.payout-account-changed' satisfies AccountEvent['type']
const notUsable = refuse('account.link-not-usable', 'not-found')

/**
 * Restores a former address with its link, and ends everything by which the user who changed it could stay: sessions,
 * links, the undo links of later changes, the password, which the change needed, and the sign-in methods that were
 * added within a week before the change or since. A deletion of the account that was asked for in that time is
 * cancelled, and payouts stop if the payout account was changed in it. The owner gets a link to choose a new password if they had one, or no sign-in method is left. Undo links
 * of earlier changes stay, so the owner of the oldest address has the last word. Refuses account.email-taken (conflict)
 * when another account has the address by now.
 */
export async function undoEmailChange(
  { deps, request }: Omit<EmailLinkContext, 'tx'>,
  { token }: EmailLinkBody,
): Promise<Result<EmailUndone>> {
  const found = await findEmailLink(deps.db, { deps, request }, kind, token)
  if (!found) return notUsable
  // The hash of a random password, which no one knows.
  const unknown = await hashPassword(randomBytes(32).toString('base64url'))
  if (!unknown.ok) return unknown
  const { userId, email } = found
  return transact(deps, async (tx) => {
    const ctx = { tx, deps, request }
    await lockEmail(tx, email)
    const user = await lockUserOfLink(tx, found)
    const link = await lockOneTimeLink(tx, token)
    const now = deps.clock.now()
    if (!user || !link || !isLinkUsable(link, kind, now)) return notUsable
    const owner = await findEmailOwner(tx, email)
    if (owner !== undefined && owner !== userId) return refuse('account.email-taken', 'conflict')
    await setEmail(tx, userId, email, now)
    await markLinkUsed(tx, link.id, now)
    await endOneTimeLinks(tx, ['email-change'], userId)
    await endLaterUndoLinks(tx, userId, link.createdAt)
    const hadPassword = await replaceHash(tx, { userId, to: unknown.value })
    await endAccess(ctx, userId)
    const since = after(link.createdAt, -oneTimeLinkLifetimeMs[kind])
    await removeRecentSignInMethods(tx, { userId, registeredAt: user.created_at }, since)
    if (user.deletion_at !== null && deletionAskedAt(user.deletion_at) >= since) await cancelDeletionByUndo(ctx, userId)
    const payoutsStopped = await hasAuditedSince(tx, userId, payoutAccountChanged, since)
    const event = {
      type: 'account.email-restored',
      data: { userId, stopsPayouts: payoutsStopped },
    } satisfies AccountEvent
    await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: userId, at: now })
    await recordAudit(tx, { action: event.type, userId, actorId: null, at: now, request })
    if (hadPassword || !canSignIn(await readSignInMethods({ tx, deps }, userId))) {
      const job: ResetLinkJob = { email, requestedAt: now, request: toLinkRequest(request) }
      await deps.jobs.enqueue(tx, resetLinkQueue, job)
    }
    return ok({ done: true, payoutsStopped })
  })
}
