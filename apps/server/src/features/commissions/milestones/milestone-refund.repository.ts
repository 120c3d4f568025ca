import { type RefundCause } from '@veranda/core/commissions/milestones/refund.ts'
import { type RefundId } from '@veranda/core/ids.ts'
import { type PricePart } from '@veranda/core/money/fees.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'

/** Records a part of the escrow that goes back to the client. */
export async function insertRefund(
  tx: Tx,
  refund: { id: RefundId; milestoneId: string; part: PricePart; reason: string; cause: RefundCause },
  at: Instant,
): Promise<void> {
  const { id, milestoneId, part, reason, cause } = refund
  await tx
    .insertInto('milestone_refunds')
    .values({
      id,
      milestone_id: milestoneId,
      price: part.amount,
      client_fee: part.clientFee,
      creator_fee: part.creatorFee,
      reason,
      cause,
      requested_at: new Date(at),
    })
    .execute()
}
