import { type Agreement } from '@veranda/core/commissions/agreement.ts'
import { type RefundDecision } from '@veranda/core/commissions/milestones/refund.ts'
import { refundAfterRelease } from '@veranda/core/ledger/reversals.ts'
import { refundRequested, takeFromCreator } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Cause } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { lockCreatorBalances } from '../../../platform/ledger/creator-balance-lock.ts'
import { readSubjectMoney } from '../../../platform/ledger/subject-money.ts'
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

/**
 * Saves what the creator gives back after the release, and posts it once: from their pending share of the milestone, then
 * what is available, which comes back from their account at the provider; the rest becomes a debt.
 */
export async function postRefundReleased(
  tx: Tx,
  agreement: Agreement,
  { next, part, event }: RefundDecision,
  by: Cause,
): Promise<void> {
  const { refundId, reason } = event.data
  const { currency } = next
  const creator = agreement.creatorId
  await saveMilestone(tx, agreement, [next], by.at)
  await insertRefund(tx, { id: refundId, milestoneId: next.id, part, reason, cause: 'after-release' }, by.at)
  await lockCreatorBalances(tx, creator)
  const { pending } = await readSubjectMoney(tx, { milestone_id: next.id, booking_id: null, currency })
  const available = minor(await balanceOf(tx, `creator_available:${creator}`, currency))
  const taken = takeFromCreator({ pending, available }, minor(part.amount - part.creatorFee))
  const posted = await postTransaction(tx, {
    ...refundAfterRelease({ client: agreement.clientId, creator }, part, taken, taken.available),
    cause: `refund-released:${refundId}`,
    currency,
    at: by.at,
    projectId: agreement.projectId,
    milestoneId: next.id,
    parties: { client: agreement.clientId, creator },
  })
  if (!posted.ok) throw new Error(`refund posted twice: ${refundId}`)
  const data = { ...event.data, reversed: taken.available, owed: taken.receivable }
  await appendCommissionEvent(tx, { ...event, data }, by)
}
