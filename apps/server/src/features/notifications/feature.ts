import { sql } from 'kysely'
import { type Feature } from '../../platform/feature.ts'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { type Eraser } from '../../platform/access/account-erasure.ts'
import {
  clearNotificationTexts,
  findPublishedNotifications,
  replaceNameInStreams,
} from '../../platform/events/erase-events.ts'
import { deleteAccountNotifications } from './centre/delete-account-notifications.ts'
import { type NotificationFacts, toNotificationTexts } from './centre/notification.presenter.ts'
import { purgeDeletedNotifications } from './centre/purge-deleted-notifications.ts'
import { mailDeferredNotifications, notificationMailer } from './delivery/mail-notifications.ts'
import { notificationPusher, pushDueNotifications } from './delivery/push-notifications.ts'
import { onDomainEvent } from './delivery/on-domain-event.ts'
import { notifyUnreadMessages, onMessageChanged, onMessageSent } from './delivery/on-message.ts'
import { notificationRoutes } from './routes.ts'
import { emitUnreadCountsOnConnect, notificationSocketHandlers } from './socket-handlers.ts'

/** A user's notifications, by the events that they are about, what they want to be notified of, and where. */
const notificationData: readonly PersonalData[] = [
  {
    name: 'notifications',
    select: (userId) => sql`
      select n.id, n.key as about, n.type, n.priority, u.name as "from", n.project_id as "projectId", n.params as details,
        n.created_at as "createdAt", n.read_at as "readAt", n.pushed_at as "pushedAt", to_json(facts) as facts
      from notifications n
      left join users u on u.id = n.sender_id
      cross join lateral (
        select n.key, n.params, me.language, me.time_zone, u.name as sender_name, p.title as project_title
        from users me left join projects p on p.id = n.project_id where me.id = n.user_id) as facts
      where n.user_id = ${userId} and n.deleted_at is null order by n.created_at, n.id`,
    // The user's own sentences, in their language, and the values in them.
    present({ facts, ...row }) {
      // As selected above.
      return { ...toNotificationTexts(facts as NotificationFacts), ...row }
    },
  },
  {
    name: 'notification-preferences',
    select: (userId) => sql`
      select preferences, updated_at as "updatedAt" from notification_preferences where user_id = ${userId}`,
  },
  {
    name: 'push-devices',
    select: (userId) => sql`
      select id, user_agent as browser, split_part(endpoint, '/', 3) as "pushService", created_at as "createdAt",
        last_accepted_at as "lastAcceptedAt"
      from push_subscriptions where user_id = ${userId} order by created_at, id`,
  },
]

/** Deletes a user's notifications, preferences and devices, and their name from what was sent to others. */
const notificationEraser: Eraser = {
  tables: ['notifications', 'notification_preferences', 'push_subscriptions'],
  async erase({ tx }, user) {
    const published = await findPublishedNotifications(tx, user.id)
    const recipientIds = [...new Set(published.map((one) => one.user_id))]
    await replaceNameInStreams(tx, { kind: 'user', ids: recipientIds, within: 'texts' }, user)
    // They name works of the user's portfolio, which is gone.
    await sql`delete from notifications where sender_id = ${user.id} and key like 'work-consent.%'`.execute(tx)
    const ids = published.map(({ id }) => id)
    const rows = await sql<{ id: string }>`select id from notifications where id = any(${ids}::uuid[])`.execute(tx)
    const kept = new Set(rows.rows.map(({ id }) => id))
    await clearNotificationTexts(
      tx,
      published.filter(({ id }) => !kept.has(id)),
    )
    await tx.deleteFrom('notifications').where('user_id', '=', user.id).execute()
    await tx.deleteFrom('notification_preferences').where('user_id', '=', user.id).execute()
    await tx.deleteFrom('push_subscriptions').where('user_id', '=', user.id).execute()
  },
}

/** The notification centre, preferences and delivery. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  erasers: [notificationEraser],
  routes: notificationRoutes,
  eventHandlers: [onDomainEvent, onMessageSent, onMessageChanged],
  timers: [notifyUnreadMessages, mailDeferredNotifications, pushDueNotifications, purgeDeletedNotifications],
  nightlyTasks: [deleteAccountNotifications],
  jobs: [notificationMailer, notificationPusher],
  socketEvents: notificationSocketHandlers,
  onConnect: [emitUnreadCountsOnConnect],
  personalData: notificationData,
}
