import { unreadCount } from '@veranda/contract/notifications/live.ts'
import { wireBookingsLive } from '../features/bookings/live.ts'
import { wireCommissionsLive } from '../features/commissions/live.ts'
import { wirePaymentsLive } from '../features/payments/live.ts'
import { wireReviewsLive } from '../features/reviews/live.ts'
import { wireConversationsLive } from '../features/conversations/live.ts'
import { inSight } from '../features/conversations/threads.ts'
import { wireDashboardLive } from '../features/dashboard/live.ts'
import { wireNotificationsLive } from '../features/notifications/live.ts'
import { on, startLive, stopLive } from '../lib/live.ts'
import { keepUnread } from '../lib/unread.ts'

let wired = false

/** Connects with everything that listens in place; answers how to end it. */
export function beginLive(): () => void {
  wireLive()
  void startLive()
  return stopLive
}

/** Every feature's live handlers are registered here, once. A feature exports `wire…Live` from its live.ts. */
function wireLive(): void {
  if (wired) return
  wired = true
  on('unread_count', unreadCount, keepUnread)
  wireConversationsLive()
  wireNotificationsLive((conversationId) => inSight.get() === conversationId)
  wireDashboardLive()
  wireBookingsLive()
  wireCommissionsLive()
  wirePaymentsLive()
  wireReviewsLive()
}
