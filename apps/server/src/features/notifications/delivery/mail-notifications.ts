import { type ChannelDecision } from '@veranda/core/notifications/delivery/route-notification.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { t } from '../../../platform/i18n.ts'
import { findPreferences } from '../preferences/preferences.ts'
import { type NotificationRow, selectUndeletedNotifications } from '../centre/notification.repository.ts'
import { toNotificationDto } from '../centre/notification.presenter.ts'

export const mailQueue = 'notifications.mail'

/** One notification, or all that are due at the same time. */
export type MailJob = { userId: string; selection: { id: string } | { at: string } }

/**
 * Mails the notifications that are still relevant: not those read or deleted meanwhile, and none after the user
 * switched mail off, except mandatory ones. Sends nothing if none is left.
 */
export const notificationMailer = worker<MailJob>(mailQueue, async ({ userId, selection }, deps) => {
  const user = await deps.db
    .selectFrom('users')
    .select(['email', 'first_name', 'language'])
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const rows = await findMailable(deps.db, userId, selection)
  // A user without a verified address reads them in the app.
  if (!user || user.email === null || rows.length === 0) return
  const [first] = rows
  const subject =
    rows.length === 1 && first
      ? toNotificationDto(first, deps.clock.now()).title
      : t('notifications', 'mail.digest.subject', { count: rows.length }, user.language)
  const text = [
    t('notifications', 'mail.greeting', { name: user.first_name }, user.language),
    ...rows.map((row) => toMailParagraph(row, deps)),
    t('notifications', 'mail.foot', { address: absoluteUrl('/notification-preferences', deps) }, user.language),
  ].join('\n\n')
  await deps.gateways.mail.send({ to: user.email, subject, text })
})

function toMailParagraph(row: NotificationRow, deps: Deps): string {
  const { title, message, data } = toNotificationDto(row, deps.clock.now())
  return [title, message, absoluteUrl(data.actionUrl ?? '/notifications', deps)].filter(Boolean).join('\n')
}

/** Makes one of our own paths absolute, for a link in a mail. */
function absoluteUrl(path: string, { env }: Deps): string {
  return `${publicAddress(env)}${path}`
}

async function findMailable(db: Db, userId: string, selection: MailJob['selection']): Promise<NotificationRow[]> {
  const query = selectUndeletedNotifications(db, userId)
  const rows = await (
    'id' in selection
      ? query.where('n.id', '=', selection.id)
      : query.where(sql<boolean>`n.routing @> ${JSON.stringify([{ channel: 'email', at: selection.at }])}::jsonb`)
  )
    .select(sql<boolean>`n.routing @> '[{"channel": "email", "reasons": ["mandatory"]}]'`.as('mandatory'))
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  const { channels } = await findPreferences(db, userId)
  return rows.filter((row) => row.mandatory || (channels.email && row.read_at === null))
}

const mailTimerKind = 'notifications.mail'

/** Mails a notification at once, or together with the others due at the same time. */
export async function mailNotification(
  { tx, deps }: { tx: Tx; deps: Deps },
  input: { userId: string; id: string; decision: ChannelDecision },
): Promise<void> {
  const { userId, id, decision } = input
  if (decision.do === 'send') {
    const job: MailJob = { userId, selection: { id } }
    await deps.jobs.enqueue(tx, mailQueue, job, { key: id })
  }
  const at = decision.do === 'defer' ? decision.until : decision.do === 'digest' ? decision.at : undefined
  if (at === undefined) return
  await scheduleTimer(tx, {
    kind: mailTimerKind,
    subject: { kind: 'user', id: userId },
    at,
    key: `${mailTimerKind}:${userId}:${toIso(at)}`,
    data: { at: toIso(at) },
  })
}

/** Mails the deferred notifications and digests that are due at this time, in one mail. */
export const mailDeferredNotifications = timerHandler(mailTimerKind, async ({ tx, timer, deps }) => {
  const at = String(timer.data['at'])
  const job: MailJob = { userId: timer.subject.id, selection: { at } }
  await deps.jobs.enqueue(tx, mailQueue, job, { key: `${timer.subject.id}:${at}` })
})
