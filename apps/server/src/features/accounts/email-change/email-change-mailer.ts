import {
  mayProveAddress,
  maySendLink,
  oneTimeLinkLifetimeMs,
} from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { hour, type Instant } from '@veranda/core/time/instant.ts'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { composeMail, mayNotify } from '../account-mail.ts'
import { type LinkRequest } from '../one-time-links/link-request.ts'
import { listUnusedLinks, removeUnsentLink, replaceOneTimeLinks } from '../one-time-links/one-time-link.repository.ts'
import { lockOpenUser } from '../user.repository.ts'

const kind = 'email-change'

export const emailChangeQueue = 'accounts.email-change-links'
export type EmailChangeJob = {
  userId: UserId
  /** The address that the user wants, in its normal form. */
  email: string
  requestedAt: Instant
  request: LinkRequest
}

/** Mails a link to the address that a user wants as theirs, or tells the owner of that address that someone tried. */
export const emailChangeMailer = worker<EmailChangeJob>(emailChangeQueue, async (job, deps) => {
  const prepared = await transact(deps, (tx) => prepareMail(tx, deps, job))
  if (!prepared) return
  try {
    await deps.gateways.mail.send(prepared.mail)
  } catch (error) {
    if (prepared.linkId !== undefined) await removeUnsentLink(deps.db, prepared.linkId)
    throw error
  }
})

type PreparedMail = { readonly mail: Mail; readonly linkId?: string }

/** Returns undefined when there is no one to write to, or the address had enough mail lately. */
async function prepareMail(tx: Tx, deps: Deps, job: EmailChangeJob): Promise<PreparedMail | undefined> {
  const { userId, email, requestedAt, request } = job
  // Of two requests at the same time, the later link replaces the earlier one.
  const user = await lockOpenUser(tx, userId)
  if (!user) return undefined
  const now = deps.clock.now()
  const owner = await tx
    .selectFrom('users')
    .select(['first_name', 'language', 'closed_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (owner) {
    if (owner.closed_at !== null || !(await mayNotify(tx, email, deps))) return undefined
    return { mail: toNotice(email, owner) }
  }
  const toAddress = (await listUnusedLinks(tx, kind, { email })).map((link) => ({
    ...link,
    isOwn: link.userId === userId,
  }))
  // By account: what another asks for must not stop the mail of the user whose address it is.
  const own = toAddress.filter((link) => link.isOwn)
  if (!maySendLink(own, kind, requestedAt, now) || !mayProveAddress(toAddress, kind, now)) return undefined
  const link = await replaceOneTimeLinks({ tx, deps }, { kind, userId, email, requestedAt })
  const action = 'account.email-change-requested'
  await recordAudit(tx, { action, userId, actorId: userId, at: now, request })
  return { mail: toLinkMail(email, user.language, link.token, deps), linkId: link.id }
}

function toLinkMail(to: string, language: string, token: string, { env }: Deps): Mail {
  const params = {
    count: oneTimeLinkLifetimeMs[kind] / hour,
    // In the fragment, which no server, proxy or Referer ever sees.
    link: `${publicAddress(env)}/verify-email#${token}`,
  }
  const parts = ['email.mail.link', 'email.mail.unexpected'] as const
  return composeMail({ to, language }, { texts: 'accounts/email-change', subject: 'email.mail.subject', parts }, params)
}

function toNotice(to: string, owner: { first_name: string; language: string }): Mail {
  const parts = ['taken.mail.text', 'taken.mail.what'] as const
  return composeMail(
    { to, language: owner.language },
    { texts: 'accounts/email-change', subject: 'taken.mail.subject', parts },
    { name: owner.first_name },
  )
}
