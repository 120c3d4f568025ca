import { sentence } from '../../say.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { ownAddress } from '../../http/own-address.ts'
import { worker } from '../../jobs/jobs.ts'
import { preferencesOf } from './preferences.ts'
import { standingNotifications, type NotificationRow } from './rows.ts'
import { showNotification } from './show-notification.ts'

export const mailQueue = 'notifications.mail'

/** One notification, or all that wait for the same moment. */
export type MailJob = { personId: string; what: { id: string } | { at: string } }

/**
 * Sends what is still worth telling when the mail leaves: not what was read or deleted meanwhile, nor anything once mail
 * was switched off, unless it must be mailed. Nothing left, no mail.
 */
export const notificationMailer = worker<MailJob>(mailQueue, async ({ personId, what }, deps) => {
  const person = await deps.db
    .selectFrom('people')
    .select(['email', 'first_name', 'language'])
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const rows = await worthTelling(deps.db, personId, what)
  if (!person || rows.length === 0) return
  const [first] = rows
  const subject =
    rows.length === 1 && first
      ? showNotification(first).title
      : sentence('notifications', 'mail.digest.subject', { count: rows.length }, person.language)
  const text = [
    sentence('notifications', 'mail.greeting', { name: person.first_name }, person.language),
    ...rows.map((row) => paragraph(row, deps)),
    sentence('notifications', 'mail.foot', { address: addressOf('/notification-preferences', deps) }, person.language),
  ].join('\n\n')
  await deps.gateways.mail.send({ to: person.email, subject, text })
})

function paragraph(row: NotificationRow, deps: Deps): string {
  const { title, message, data } = showNotification(row)
  return [title, message, addressOf(data.actionUrl ?? '/notifications', deps)].filter(Boolean).join('\n')
}

/** Our own paths only, made whole for a mail. */
function addressOf(path: string, { env }: Deps): string {
  return `${ownAddress(env)}${path}`
}

async function worthTelling(db: Db, personId: string, what: MailJob['what']): Promise<NotificationRow[]> {
  const waiting = standingNotifications(db, personId)
  const rows = await (
    'id' in what
      ? waiting.where('n.id', '=', what.id)
      : waiting.where(sql<boolean>`n.routing @> ${JSON.stringify([{ channel: 'email', at: what.at }])}::jsonb`)
  )
    .select(sql<boolean>`n.routing @> '[{"channel": "email", "reasons": ["mandatory"]}]'`.as('mandatory'))
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  const { channels } = await preferencesOf(db, personId)
  return rows.filter((row) => row.mandatory || (channels.email && row.read_at === null))
}
