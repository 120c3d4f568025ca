import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { lockCreatorBalances } from '../../../platform/ledger/creator-balance-lock.ts'
import { deletePayoutStop, insertPayoutStop } from './payout-stop.repository.ts'
import { enqueueWaitingPayouts } from './send-payout.ts'

/** Stops a user's payouts, also those that were requested and not sent. What is at the provider cannot be stopped. */
export async function stopPayouts(tx: Tx, creatorId: string, at: Instant): Promise<void> {
  await lockCreatorBalances(tx, creatorId)
  await insertPayoutStop(tx, creatorId, at)
}

/** Lets a user's payouts go on, with those that waited; returns whether they were stopped. */
export async function resumePayouts(tx: Tx, deps: Deps, creatorId: string): Promise<boolean> {
  await lockCreatorBalances(tx, creatorId)
  if (!(await deletePayoutStop(tx, creatorId))) return false
  await enqueueWaitingPayouts(tx, deps, creatorId)
  return true
}

/** Stops the payouts of a user who has their address back, if their payout account was changed meanwhile. */
export const stopPayoutsOfRestoredAccount = eventHandler<AccountEvent<'account.email-restored'>>(
  'payments-stop-payouts',
  ['account.email-restored'],
  async ({ tx, event: { data, at } }) => {
    if (data.stopsPayouts) await stopPayouts(tx, data.userId, at)
  },
)
