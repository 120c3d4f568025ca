import { notification } from '@veranda/contract/notifications/schemas.ts'
import { on, onResume } from '../../lib/realtime.ts'
import { invalidateReads } from '../../lib/api/query.ts'
import { paymentQueries } from './queries.ts'

/** Refetches the payment queries when money has moved and after a reconnect. */
export function listenToPaymentEvents(): void {
  for (const name of ['payment_update', 'milestone_update'] as const) {
    on(name, notification, () => void invalidateReads(...paymentQueries))
  }
  onResume(() => void invalidateReads(...paymentQueries))
}
