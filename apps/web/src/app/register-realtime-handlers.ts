import { unreadCount } from '@veranda/contract/notifications/events.ts'
import { registerBookingEvents } from '../features/bookings/events.ts'
import { registerCommissionEvents } from '../features/commissions/events.ts'
import { listenToPaymentEvents } from '../features/payments/events.ts'
import { registerReviewEvents } from '../features/reviews/events.ts'
import { registerConversationEvents } from '../features/conversations/events.ts'
import { visibleConversationId } from '../features/conversations/open-conversations.ts'
import { registerDashboardEvents } from '../features/dashboard/events.ts'
import { registerNotificationEvents } from '../features/notifications/events.ts'
import { on, connectRealtime, disconnectRealtime } from '../lib/realtime.ts'
import { applyUnreadCounts } from '../lib/unread-counts.ts'

let registered = false

/** Registers all event handlers and connects; returns a function that disconnects. */
export function startRealtime(): () => void {
  registerHandlers()
  void connectRealtime()
  return disconnectRealtime
}

/** Registers every feature's realtime handlers, once. A feature exports its registration from `events.ts`. */
function registerHandlers(): void {
  if (registered) return
  registered = true
  on('unread_count', unreadCount, applyUnreadCounts)
  registerConversationEvents()
  registerNotificationEvents((conversationId) => visibleConversationId.get() === conversationId)
  registerDashboardEvents()
  registerBookingEvents()
  registerCommissionEvents()
  listenToPaymentEvents()
  registerReviewEvents()
}
