import { type Feature } from '../../feature.ts'
import { notificationEvents, tellCountsOnConnect } from './live.ts'
import { notificationMailer } from './mail-notifications.ts'
import { onMessageChanged, onMessageSent, tellUnreadMessages } from './on-message.ts'
import { onNews } from './on-news.ts'
import { purgeDeleted } from './purge.ts'
import { notificationRoutes } from './routes.ts'
import { mailWhenDue } from './send-by-mail.ts'

/** What everybody is told, where, when and why. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  reactions: [onNews, onMessageSent, onMessageChanged],
  due: [tellUnreadMessages, mailWhenDue, purgeDeleted],
  jobs: [notificationMailer],
  events: notificationEvents,
  connected: [tellCountsOnConnect],
}
