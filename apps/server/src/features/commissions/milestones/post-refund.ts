import { type Agreement } from '@veranda/core/commissions/agreement.ts'
import { type RefundDecision } from '@veranda/core/commissions/milestones/refund.ts'
import { refundRequested } from '@veranda/core/ledger/transaction-builders.ts'
import { type Cause } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { insertRefund } from './milestone-refund.repository.ts'
import { saveMilestone } from './milestone.repository.ts'
import { endCommission } from './release-milestone.ts'

/** Saves a decided refund and posts it as owed to the client, once. Payments then refunds the card. */
export async function postRefund(
  tx: Tx,
  agreement: Agreement,
  { next, part, event }: RefundDecision,
  by: Cause,
): Promise<void> {
  const { refundId, reason, cause = 'creator' } = event.data
  const otherStates = await saveMilestone(tx, agreement, [next], by.at)
  await insertRefund(tx, { id: refundId, milestoneId: next.id, part, reason, cause }, by.at)
  const posted = await postTransaction(tx, {
    ...refundRequested({ escrow: next.id, client: agreement.clientId }, part),
    cause: `refund:${refundId}`,
    currency: next.currency,
    at: by.at,
    projectId: agreement.projectId,
    milestoneId: next.id,
    parties: { client: agreement.clientId, creator: agreement.creatorId },
  })
  if (!posted.ok) throw new Error(`refund posted twice: ${refundId}`)
  await appendCommissionEvent(tx, event, by)
  // At once where a settlement has released a part; else the commission ends when the refund is paid.
  await endCommission(tx, agreement, [next.state, ...otherStates], by.at)
}
