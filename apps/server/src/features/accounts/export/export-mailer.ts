import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { t } from '../../../platform/i18n.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { worker } from '../../../platform/jobs/worker.ts'

export const exportMailQueue = 'accounts.export-mails'
export type ExportMailJob = { exportId: string }

/** Tells a user that the copy of their data is ready. The link holds no secret: it leads to the settings. */
export const exportMailer = worker<ExportMailJob>(exportMailQueue, async ({ exportId }, { db, env, gateways }) => {
  const user = await db
    .selectFrom('data_exports as x')
    .innerJoin('users as u', 'u.id', 'x.user_id')
    .select(['u.email', 'u.first_name', 'u.language', 'u.time_zone', 'x.expires_at'])
    .where('x.id', '=', exportId)
    .where('x.state', '=', 'ready')
    .where('u.closed_at', 'is', null)
    .executeTakeFirst()
  // Deleted since, or a user of a provider that gave no address.
  if (!user || user.email === null || user.expires_at === null) return
  const { email, language } = user
  const params = {
    name: user.first_name,
    date: new Intl.DateTimeFormat(formatLocale(language), { dateStyle: 'long', timeZone: user.time_zone }).format(
      user.expires_at,
    ),
    link: `${publicAddress(env)}/settings`,
  }
  const parts = ['export.mail.greeting', 'export.mail.text', 'export.mail.link', 'export.mail.unexpected'] as const
  await gateways.mail.send({
    to: email,
    subject: t('accounts/settings', 'export.mail.subject', {}, language),
    text: parts.map((key) => t('accounts/settings', key, params, language)).join('\n\n'),
  })
})
