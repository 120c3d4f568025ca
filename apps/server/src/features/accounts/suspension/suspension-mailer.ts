import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { composeMail } from '../account-mail.ts'
import { findOpenUser } from '../user.repository.ts'

export const suspensionMailQueue = 'accounts.suspension-mails'
export type SuspensionMailJob = { userId: UserId; about: 'suspended' | 'suspension-lifted' }

/** Tells a user that they are suspended, why and until when, or that they can sign in again. */
export const suspensionMailer = worker<SuspensionMailJob>(suspensionMailQueue, async ({ userId, about }, deps) => {
  const user = await findOpenUser(deps.db, userId)
  if (!user || user.email === null || (user.suspended_at !== null) !== (about === 'suspended')) return
  const { language, time_zone: timeZone, suspended_until: until } = user
  const date = new Intl.DateTimeFormat(formatLocale(language), { dateStyle: 'long', timeZone })
  const address = publicAddress(deps.env)
  const params = {
    name: user.first_name,
    reason: user.suspension_reason ?? '',
    until: until === null ? '' : date.format(until),
    link: about === 'suspended' ? `${address}/support?about=sign-in` : `${address}/login`,
  }
  const texts = 'accounts'
  const to = { to: user.email, language }
  const mail =
    about === 'suspended'
      ? composeMail(
          to,
          { texts, subject: 'suspended.subject', parts: [suspendedTexts(until), ...suspendedParts] },
          params,
        )
      : composeMail(to, { texts, subject: 'suspension-lifted.subject', parts: ['suspension-lifted.text'] }, params)
  await deps.gateways.mail.send(mail)
})

const suspendedParts = ['suspended.reason', 'suspended.goes-on', 'suspended.support'] as const
const suspendedTexts = (until: Instant | null) => (until === null ? 'suspended.text' : 'suspended.text.until')
