import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { day, type Instant } from '@veranda/core/time/instant.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { t } from '../../../platform/i18n.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { composeMail, describeDevice, formatMailTime } from '../account-mail.ts'
import { type LinkRequest } from '../one-time-links/link-request.ts'
import { insertOneTimeLink, removeUnsentLink } from '../one-time-links/one-time-link.repository.ts'
import { findOpenUser, type UserRow } from '../user.repository.ts'

const kind = 'session-refusal'

export const newDeviceQueue = 'accounts.new-device'
export type NewDeviceJob = {
  userId: UserId
  sessionId: string
  /** Missing in jobs from before devices were known. */
  deviceId?: string
  signedInAt: Instant
  request: LinkRequest
}

/**
 * Mails a user about a sign-in from a device that is new to them, with the link that ends its sessions. The token is
 * made here, because a job in the database would keep it for days. A link whose mail was refused is deleted, and the retry
 * makes another.
 */
export const newDeviceMailer = worker<NewDeviceJob>(newDeviceQueue, async (job, deps) => {
  const { userId, sessionId, deviceId = null, signedInAt } = job
  const user = await findOpenUser(deps.db, userId)
  // A user without a verified address reads it in the app.
  if (!user || user.email === null) return
  // It replaces no link of another device, because each ends the sessions of its own.
  const link = { kind, userId, sessionId, deviceId, requestedAt: signedInAt } as const
  const made = await transact(deps, (tx) => insertOneTimeLink({ tx, deps }, link))
  try {
    await deps.gateways.mail.send(toMail({ ...user, email: user.email }, made.token, job, deps))
  } catch (error) {
    await removeUnsentLink(deps.db, made.id)
    throw error
  }
})

function toMail(
  user: UserRow & { email: string },
  token: string,
  { signedInAt, request }: NewDeviceJob,
  { env, gateways }: Pick<Deps, 'env' | 'gateways'>,
) {
  const { email, language } = user
  const device = describeDevice(request.userAgent, language)
  const location = gateways.locations.locate(request.ip, language)
  const params = {
    name: user.first_name,
    device: device ?? '',
    time: formatMailTime(signedInAt, user),
    address:
      location === undefined
        ? request.ip
        : t('accounts/new-device', 'mail.address', { address: request.ip, location }, language),
    count: oneTimeLinkLifetimeMs[kind] / day,
    // In the fragment, which no server, proxy or Referer ever sees.
    link: `${publicAddress(env)}/not-me#${token}`,
  }
  const signedIn = device === undefined ? 'mail.somehow' : 'mail.text'
  const parts = [signedIn, 'mail.link', 'mail.expected'] as const
  return composeMail({ to: email, language }, { texts: 'accounts/new-device', subject: 'mail.subject', parts }, params)
}
