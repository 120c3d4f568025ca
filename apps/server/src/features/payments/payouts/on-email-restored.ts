import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { stopPayouts } from './stop-payouts.ts'

/** Stops the payouts of a user who has their address back, if their payout account was changed meanwhile. */
export const stopPayoutsOfRestoredAccount = eventHandler<AccountEvent<'account.email-restored'>>(
  'payments-stop-payouts',
  ['account.email-restored'],
  async ({ tx, event: { data, at } }) => {
    if (data.stopsPayouts) await stopPayouts(tx, data.userId, at)
  },
)
