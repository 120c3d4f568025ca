import { isLinkUsable, oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { day } from '@veranda/core/time/instant.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { composeMail } from '../account-mail.ts'
import { renewLinkToken } from '../one-time-links/one-time-link.repository.ts'
import { findOpenUser } from '../user.repository.ts'

const kind = 'email-undo'

export const emailUndoQueue = 'accounts.email-undo-links'
export type EmailUndoJob = { linkId: string }

/**
 * Tells a former address that it was replaced, with the link that restores it. The token is made here, because a job in
 * the database would keep it for days; a retry makes another.
 */
export const emailUndoMailer = worker<EmailUndoJob>(emailUndoQueue, async ({ linkId }, deps) => {
  const renewed = await renewLinkToken(deps.db, linkId)
  if (!renewed || !isLinkUsable(renewed.link, kind, deps.clock.now())) return
  const { userId, email } = renewed.link
  const user = userId === null ? undefined : await findOpenUser(deps.db, userId)
  if (!user || email === null) return
  const params = {
    name: user.first_name,
    count: oneTimeLinkLifetimeMs[kind] / day,
    link: `${publicAddress(deps.env)}/undo-email#${renewed.token}`,
  }
  const parts = ['undo.mail.text', 'undo.mail.link', 'undo.mail.expected'] as const
  await deps.gateways.mail.send(
    composeMail(
      { to: email, language: user.language },
      { texts: 'accounts/email-change', subject: 'undo.mail.subject', parts },
      params,
    ),
  )
})
