import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { composeMail } from '../account-mail.ts'
import { findOpenUser } from '../user.repository.ts'

export const deletionMailQueue = 'accounts.deletion-mails'
export type DeletionMailJob = {
  userId: UserId
  /**
   * The deletion was asked for, something keeps it from being done at its time, or it was cancelled with a change of the
   * address that was undone.
   */
  about: 'scheduled' | 'waiting' | 'kept'
}

const mails = {
  scheduled: {
    texts: 'accounts/deletion',
    subject: 'mail.subject',
    parts: ['mail.text', 'mail.keep', 'mail.unexpected'],
  },
  waiting: {
    texts: 'accounts/deletion',
    subject: 'waiting.subject',
    parts: ['waiting.text', 'waiting.link'],
  },
  kept: {
    texts: 'accounts/deletion',
    subject: 'kept.subject',
    parts: ['kept.text', 'kept.again'],
  },
} as const

/** Tells a user when their account is deleted and how to keep it, what to do so that it can be, or that it is kept. */
export const deletionMailer = worker<DeletionMailJob>(deletionMailQueue, async ({ userId, about }, deps) => {
  const user = await findOpenUser(deps.db, userId)
  if (!user || user.email === null || (user.deletion_at === null) !== (about === 'kept')) return
  const date = new Intl.DateTimeFormat(formatLocale(user.language), { dateStyle: 'long', timeZone: user.time_zone })
  const params = {
    name: user.first_name,
    date: user.deletion_at === null ? '' : date.format(user.deletion_at),
    link: `${publicAddress(deps.env)}/settings`,
  }
  const mail = mails[about]
  await deps.gateways.mail.send(composeMail({ to: user.email, language: user.language }, mail, params))
})
