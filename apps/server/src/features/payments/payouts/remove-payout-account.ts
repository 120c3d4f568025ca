import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { type Eraser } from '../../../platform/access/account-erasure.ts'
import { worker } from '../../../platform/jobs/worker.ts'

const queue = 'payments-remove-payout-account'
type RemovePayoutAccountJob = { readonly userId: string }

/**
 * Has the provider remove the bank account of a user who is erased, once their erasure has committed, and clears the last
 * digits of their cards and accounts, which only receipts keep.
 */
export const payoutAccountEraser: Eraser = {
  tables: ['sandbox_payout_accounts', 'payout_stops', 'charges', 'refunds'],
  async erase({ tx, deps }, { id }) {
    await tx.deleteFrom('payout_stops').where('creator_id', '=', id).execute()
    await tx.updateTable('charges').set({ method_last4: null }).where('client_id', '=', id).execute()
    await tx.updateTable('refunds').set({ bank_last4: null }).where('client_id', '=', id).execute()
    const job: RemovePayoutAccountJob = { userId: id }
    await deps.jobs.enqueue(tx, queue, job)
  },
}

export const removePayoutAccount = (gateway: () => PaymentGateway) =>
  worker<RemovePayoutAccountJob>(queue, ({ userId }) => gateway().removePayoutAccount(userId))
