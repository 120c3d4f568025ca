import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { whenToMailLink } from '@veranda/core/accounts/registration/registration-link.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { composeMail, mayNotify } from '../account-mail.ts'
import { type LinkRequest } from '../one-time-links/link-request.ts'
import { insertOneTimeLink, removeUnsentLink } from '../one-time-links/one-time-link.repository.ts'
import { lockEmail } from '../user.repository.ts'
import { scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'
import {
  findRegistration,
  listOtherMailedLinks,
  type RegistrationRow,
  removeRegistration,
} from './registration.repository.ts'

const kind = 'registration'
const mailTimer = 'accounts.mail-registration-link'

export const registrationLinkQueue = 'accounts.registration-links'
export type RegistrationLinkJob = { registrationId: string; request: LinkRequest }

/**
 * Mails the link of a registration, or tells the owner of an account that they have one. As with a reset, the token
 * exists in this process and in the mail alone; a link whose mail was refused is deleted, and the retry makes another.
 */
export const registrationMailer = worker<RegistrationLinkJob>(registrationLinkQueue, async (job, deps) => {
  const prepared = await transact(deps, (tx) => prepareMail(tx, deps, job))
  if (!prepared) return
  try {
    await deps.gateways.mail.send(prepared.mail)
  } catch (error) {
    if (prepared.linkId !== undefined) await removeUnsentLink(deps.db, prepared.linkId)
    throw error
  }
  if (prepared.linkId === undefined) await transact(deps, (tx) => removeRegistration(tx, job.registrationId))
})

type PreparedMail = { readonly mail: Mail; readonly linkId?: string }

/** Returns undefined when there is no mail to send now: it is sent later, or another to the address serves as well. */
async function prepareMail(tx: Tx, deps: Deps, job: RegistrationLinkJob): Promise<PreparedMail | undefined> {
  const registration = await findRegistration(tx, job.registrationId)
  if (!registration) return undefined
  const { id, email, created_at: registeredAt, source_hash: source } = registration
  await lockEmail(tx, email)
  const user = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'language', 'closed_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (user) {
    // The address of a closed account is not free, and its former owner is not written to.
    if (user.closed_at === null && (await mayNotify(tx, email, deps))) {
      await recordAttempt(tx, deps, job, asId<UserId>(user.id))
      return { mail: toNotice(email, user, deps) }
    }
    await removeRegistration(tx, id)
    return undefined
  }
  const now = deps.clock.now()
  const at = whenToMailLink({ source, registeredAt }, await listOtherMailedLinks(tx, registration), now)
  if (at === undefined) return undefined
  if (at > now) {
    const timer = { kind: mailTimer, key: `${mailTimer}:${id}`, subject: { kind: 'registration', id }, data: job }
    await scheduleTimer(tx, { ...timer, at })
    return undefined
  }
  const link = await insertOneTimeLink({ tx, deps }, { kind, registrationId: id, email, requestedAt: now })
  return { mail: toLinkMail(registration, link.token, deps), linkId: link.id }
}

/** Mails the link of a registration that had to wait. */
export const mailWaitingRegistration = timerHandler(mailTimer, async ({ tx, timer, deps }) => {
  await deps.jobs.enqueue(tx, registrationLinkQueue, timer.data)
})

async function recordAttempt(tx: Tx, deps: Deps, { request }: RegistrationLinkJob, userId: UserId): Promise<void> {
  const action = 'account.registered-again'
  await recordAudit(tx, { action, userId, actorId: null, at: deps.clock.now(), request })
}

/** Leaves out the name that was entered, because a stranger would choose what the owner of the address reads. */
function toLinkMail({ email, language }: RegistrationRow, token: string, { env }: Deps): Mail {
  const params = {
    count: oneTimeLinkLifetimeMs[kind] / hour,
    // In the fragment, which no server, proxy or Referer ever sees.
    link: `${publicAddress(env)}/verify#${token}`,
  }
  const parts = ['mail.link', 'mail.unexpected'] as const
  return composeMail(
    { to: email, language },
    { texts: 'accounts/registration', subject: 'mail.subject', parts },
    params,
  )
}

function toNotice(to: string, user: { first_name: string; language: string }, { env }: Deps): Mail {
  const address = publicAddress(env)
  const params = { name: user.first_name, signIn: `${address}/login`, reset: `${address}/forgot-password` }
  const parts = ['exists.mail.text', 'exists.mail.sign-in', 'exists.mail.unexpected'] as const
  return composeMail(
    { to, language: user.language },
    { texts: 'accounts/registration', subject: 'exists.mail.subject', parts },
    params,
  )
}
