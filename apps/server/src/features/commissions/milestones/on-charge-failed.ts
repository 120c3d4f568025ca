import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { failPaymentAttempt } from './expire-payment-attempt.ts'

/** Returns the milestone or its top-up to waiting for a payment after a failed charge, so that the client can try again. */
export const onChargeFailed = eventHandler<PaymentEvent<'charge.failed'>>(
  'unfund-on-charge-failed',
  ['charge.failed'],
  async ({ tx, event: { data }, deps }) => {
    if (data.milestoneId !== undefined) await failPaymentAttempt(tx, data, deps.clock.now())
  },
)
