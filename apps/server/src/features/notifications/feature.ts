import { type Feature } from '../../platform/feature.ts'
import { notificationEraser } from './erase-user.ts'
import { purgeDeletedNotifications } from './centre/purge-deleted-notifications.ts'
import { mailDeferredNotifications, notificationMailer } from './delivery/mail-notifications.ts'
import { onDomainEvent } from './delivery/on-domain-event.ts'
import { notifyUnreadMessages, onMessageChanged, onMessageSent } from './delivery/on-message.ts'
import { notificationRoutes } from './routes.ts'
import { emitUnreadCountsOnConnect, notificationSocketHandlers } from './socket-handlers.ts'

/** The notification centre, preferences and delivery. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  erasers: [notificationEraser],
  routes: notificationRoutes,
  eventHandlers: [onDomainEvent, onMessageSent, onMessageChanged],
  timers: [notifyUnreadMessages, mailDeferredNotifications, purgeDeletedNotifications],
  jobs: [notificationMailer],
  socketEvents: notificationSocketHandlers,
  onConnect: [emitUnreadCountsOnConnect],
}
