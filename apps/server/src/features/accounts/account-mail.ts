import { parseUserAgent } from '@veranda/core/accounts/sessions/device-name.ts'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { hour, type Instant, instant } from '@veranda/core/time/instant.ts'
import { type Mail } from '../../gateways/mail/mail-gateway.ts'
import { type Db } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { sharedLimitKey, takeFromSharedLimit } from '../../platform/http/limits/shared-limit.ts'
import { formatLocale, t } from '../../platform/i18n.ts'

type MailLocale = { readonly language: string; readonly time_zone: string }
type MailKey = MessageKey<'accounts/password'>

/** Writes a mail about an account from texts of the catalogue, each a paragraph. */
export function composeMail(
  { to, language }: { to: string; language: string },
  { subject, parts }: { subject: MailKey; parts: readonly MailKey[] },
  params: Readonly<Record<string, string | number>>,
): Mail {
  return {
    to,
    subject: t('accounts/password', subject, params, language),
    text: parts.map((key) => t('accounts/password', key, params, language)).join('\n\n'),
  }
}

/** Writes a time for a mail, in the zone of its recipient. */
export function formatMailTime(at: Instant, { language, time_zone: timeZone }: MailLocale): string {
  return new Intl.DateTimeFormat(formatLocale(language), {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
}

/** Writes the browser and system of a device for a mail; undefined when either is not known. */
export function describeDevice(userAgent: string | null, language: string): string | undefined {
  const device = parseUserAgent(userAgent)
  return device && t('accounts/password', 'mail.device', device, language)
}

/** Mails without a link that one address gets because of what others entered. */
const noticesPerAddress = { max: 3, windowMs: hour }

/** Counts such a mail, on all nodes together, and returns whether it may be sent. */
export async function mayNotify(db: Db, email: string, { env }: Pick<Deps, 'env'>): Promise<boolean> {
  const key = sharedLimitKey(env.secret ?? '', `account notice ${email}`)
  return (await takeFromSharedLimit(db, key, noticesPerAddress, instant(Date.now()))) === undefined
}
