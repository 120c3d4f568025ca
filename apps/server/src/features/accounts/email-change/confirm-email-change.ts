import { type EmailLinkBody } from '@veranda/contract/accounts/email-change/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { isLinkUsable } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { endOneTimeLinks, insertOneTimeLink, lockOneTimeLink } from '../one-time-links/one-time-link.repository.ts'
import { findEmailOwner, lockEmail } from '../user.repository.ts'
import { type EmailLinkContext, findEmailLink, lockUserOfLink, setEmail } from './email-link.ts'
import { emailUndoQueue, type EmailUndoJob } from './email-undo-mailer.ts'

type ConfirmContext = EmailLinkContext & { readonly actor: Actor | undefined }

const kind = 'email-change'
const notUsable = refuse('account.link-not-usable', 'not-found')

/**
 * Changes the address of an account to the one that its link proves, and uses the link up. Sessions stay. The former
 * address gets a mail with a link that undoes the change. Refuses account.link-of-other-user (not allowed) to anyone but
 * the user who asked: otherwise the press of a stranger would prove their address for an account that is not theirs.
 * Refuses account.email-taken (conflict) when the address was taken meanwhile.
 */
export async function confirmEmailChange(ctx: ConfirmContext, { token }: EmailLinkBody): Promise<Result<Done>> {
  const { tx, deps, request } = ctx
  const found = await findEmailLink(tx, ctx, kind, token)
  if (!found) return notUsable
  if (found.userId !== ctx.actor?.id) return refuse('account.link-of-other-user', 'not-allowed')
  await lockEmail(tx, found.email)
  const user = await lockUserOfLink(tx, found)
  const link = await lockOneTimeLink(tx, token)
  const now = deps.clock.now()
  if (!user || !link || !isLinkUsable(link, kind, now)) return notUsable
  if ((await findEmailOwner(tx, found.email)) !== undefined) return refuse('account.email-taken', 'conflict')
  const { userId } = found
  await setEmail(tx, userId, found.email, now)
  // This link is one of them, which uses it up.
  await endOneTimeLinks(tx, ['password-reset', kind], userId)
  if (user.email !== null) {
    const undo = { kind: 'email-undo', userId, email: user.email, requestedAt: now } as const
    // Written with the change, so that undoing an earlier one ends it even before it is mailed.
    const job: EmailUndoJob = { linkId: (await insertOneTimeLink(ctx, undo)).id }
    await deps.jobs.enqueue(tx, emailUndoQueue, job)
  }
  const event = { type: 'account.email-changed', data: { userId } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: userId, at: now })
  const data = { first: user.email === null }
  await recordAudit(tx, { action: event.type, userId, actorId: null, at: now, request, data })
  return ok({ done: true })
}
