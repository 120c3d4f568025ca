import { notification } from '@veranda/contract/notifications/schemas.ts'
import { on, onResume } from '../../lib/live.ts'
import { refresh } from '../../lib/query.ts'
import { paymentReads } from './payment-command.ts'

/** Money moved: the numbers, and what stands behind them, are read again. */
export function wirePaymentsLive(): void {
  for (const name of ['payment_update', 'milestone_update'] as const) {
    on(name, notification, () => void refresh(...paymentReads))
  }
  onResume(() => void refresh(...paymentReads))
}
