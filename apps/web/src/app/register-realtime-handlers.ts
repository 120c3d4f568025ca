import { userEventNames } from '@veranda/contract/realtime/event-catalogue.ts'
import { registerAssetEvents } from '../components/assets/events.ts'
import { registerAccountEvents } from '../features/accounts/events.ts'
import { registerBookingEvents } from '../features/bookings/events.ts'
import { registerCommissionEvents } from '../features/commissions/events.ts'
import { pinQueue } from '../features/commissions/pins/pin-send-queue.ts'
import { registerConversationEvents } from '../features/conversations/events.ts'
import { messageQueue } from '../features/conversations/messages/send-queue.ts'
import { visibleConversationId } from '../features/conversations/open-conversations.ts'
import { registerDashboardEvents } from '../features/dashboard/events.ts'
import { notificationQueue } from '../features/notifications/centre/notification-send-queue.ts'
import { registerNotificationEvents } from '../features/notifications/events.ts'
import { preferencesQueue } from '../features/notifications/preferences/preferences-send-queue.ts'
import { loadUnreadCounts } from '../features/notifications/queries.ts'
import { registerPaymentEvents } from '../features/payments/events.ts'
import { registerReviewEvents } from '../features/reviews/events.ts'
import { registerSupportEvents } from '../features/support/events.ts'
import { registerTalentEvents } from '../features/talent/events.ts'
import { connectRealtime, disconnectRealtime } from '../lib/realtime/realtime.ts'

const sendQueues = [messageQueue, notificationQueue, preferencesQueue, pinQueue]
let registered = false

/** Registers all event handlers and connects; returns a function that disconnects. */
export function startRealtime(): () => void {
  registerHandlers()
  void loadUnreadCounts()
  void connectRealtime(userEventNames)
  // Without storage nothing is left from earlier pages.
  void resumeSendQueues().catch(() => undefined)
  return disconnectRealtime
}

/** Sends what an earlier page of this user has left in any queue, whatever screen is shown. */
async function resumeSendQueues(): Promise<void> {
  // A browser without databases holds nothing.
  if (!('indexedDB' in globalThis)) return
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
  await Promise.all(sendQueues.map((queue) => queue.resume(names)))
}

/** Registers the realtime handlers of assets and of every feature, once. Each exports its registration from `events.ts`. */
export function registerHandlers(): void {
  if (registered) return
  registered = true
  registerAccountEvents()
  registerAssetEvents()
  registerBookingEvents()
  registerCommissionEvents()
  registerConversationEvents()
  registerDashboardEvents()
  registerNotificationEvents((conversationId) => visibleConversationId.get() === conversationId)
  registerPaymentEvents()
  registerReviewEvents()
  registerSupportEvents()
  registerTalentEvents()
}
