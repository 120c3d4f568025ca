import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { hour, instant } from '@veranda/core/time/instant.ts'
import { type Mail } from '../../gateways/mail/mail-gateway.ts'
import { type Db } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { sharedLimitKey, takeFromSharedLimit } from '../../platform/http/limits/shared-limit.ts'
import { t } from '../../platform/i18n.ts'

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

/** Mails without a link that one address gets because of what others entered. */
const noticesPerAddress = { max: 3, windowMs: hour }

/** Counts such a mail, on all nodes together, and returns whether it may be sent. */
export async function mayNotify(db: Db, email: string, { env }: Pick<Deps, 'env'>): Promise<boolean> {
  const key = sharedLimitKey(env.secret ?? '', `account notice ${email}`)
  return (await takeFromSharedLimit(db, key, noticesPerAddress, instant(Date.now()))) === undefined
}
