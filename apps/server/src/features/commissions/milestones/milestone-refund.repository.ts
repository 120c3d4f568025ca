import { type RefundCause } from '@veranda/core/commissions/milestones/refund.ts'
import { type ReleasedShare } from '@veranda/core/commissions/milestones/refund-released.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type RefundId } from '@veranda/core/ids.ts'
import { type PricePart } from '@veranda/core/money/fees.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
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

/**
 * Returns what was released of a milestone that has ended by a release, and what was given back of it since. Throws for every
 * other one.
 */
export async function readReleasedShare(tx: Tx, milestoneId: string): Promise<ReleasedShare> {
  const { rows } = await sql<{
    released_at: Instant | null
    price: number
    client_fee: number
    creator_fee: number
    returned_price: number
    returned_client_fee: number
    returned_creator_fee: number
  }>`
    select m.released_at,
      m.allocated_price - coalesce(sum(f.price) filter (where f.cause <> 'after-release'), 0)::bigint as price,
      m.allocated_client_fee - coalesce(sum(f.client_fee) filter (where f.cause <> 'after-release'), 0)::bigint as client_fee,
      m.allocated_creator_fee - coalesce(sum(f.creator_fee) filter (where f.cause <> 'after-release'), 0)::bigint as creator_fee,
      coalesce(sum(f.price) filter (where f.cause = 'after-release'), 0)::bigint as returned_price,
      coalesce(sum(f.client_fee) filter (where f.cause = 'after-release'), 0)::bigint as returned_client_fee,
      coalesce(sum(f.creator_fee) filter (where f.cause = 'after-release'), 0)::bigint as returned_creator_fee
    from milestones m left join milestone_refunds f on f.milestone_id = m.id
    where m.id = ${milestoneId} group by m.id`.execute(tx)
  const row = rows[0]
  if (!row || row.released_at === null) throw new Error(`milestone ${milestoneId} was not released`)
  return {
    released: { price: minor(row.price), clientFee: minor(row.client_fee), creatorFee: minor(row.creator_fee) },
    returned: {
      price: minor(row.returned_price),
      clientFee: minor(row.returned_client_fee),
      creatorFee: minor(row.returned_creator_fee),
    },
    releasedAt: row.released_at,
  }
}
