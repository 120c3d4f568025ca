import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { parseUserAgent } from '@veranda/core/accounts/sessions/device-name.ts'
import { type CatalogueName, type MessageKey } from '@veranda/i18n/catalogues.ts'
import { hour, type Instant, instant } from '@veranda/core/time/instant.ts'
import { type Mail } from '../../gateways/mail/mail-gateway.ts'
import { type Db } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { sharedLimitKey, takeFromSharedLimit } from '../../platform/http/limits/shared-limit.ts'
import { t } from '../../platform/i18n.ts'

type MailLocale = { readonly language: string; readonly time_zone: string }

/** Writes a mail about an account from texts of a catalogue, each a paragraph, after a greeting by `name` if it is given. */
export function composeMail<A extends CatalogueName>(
  { to, language }: { to: string; language: string },
  { texts, subject, parts }: { texts: A; subject: MessageKey<A>; parts: readonly MessageKey<A>[] },
  params: Readonly<Record<string, string | number>>,
): Mail {
  const greeting = t('accounts', 'name' in params ? 'mail.greeting' : 'mail.hello', params, language)
  return {
    to,
    subject: t(texts, subject, params, language),
    text: [greeting, ...parts.map((key) => t(texts, key, params, language))].join('\n\n'),
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
  return device && t('accounts', 'mail.device', device, language)
}

/** Mails without a link that one address gets because of what others entered. */
const noticesPerAddress = { max: 3, windowMs: hour }

/** Counts such a mail, on all nodes together, and returns whether it may be sent. */
export async function mayNotify(db: Db, email: string, { env }: Pick<Deps, 'env'>): Promise<boolean> {
  const key = sharedLimitKey(env.secret ?? '', `account notice ${email}`)
  return (await takeFromSharedLimit(db, key, noticesPerAddress, instant(Date.now()))) === undefined
}
