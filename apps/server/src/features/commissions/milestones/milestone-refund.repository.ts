import { type RefundCause, refundedOf } from '@veranda/core/commissions/milestones/refund.ts'
import { type ReleasedShare } from '@veranda/core/commissions/milestones/refund-released.ts'
import { type Minor, minor } from '@veranda/core/money/money.ts'
import { type RefundId } from '@veranda/core/ids.ts'
import { splitRefund } from '@veranda/core/payments/charges/charges-of-milestone.ts'
import { type PricePart } from '@veranda/core/money/fees.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { readChargeBalances } from '../../../platform/ledger/charge-balances.ts'

/** Records a part of the escrow that goes back to the client, and over which charges; the milestone is locked. */
export async function insertRefund(
  tx: Tx,
  refund: { id: RefundId; milestoneId: string; part: PricePart; reason: string; cause: RefundCause },
  at: Instant,
): Promise<void> {
  const { id, milestoneId, part, reason, cause } = refund
  // What the bank took has gone back already.
  const parts = cause === 'chargeback' ? [] : splitRefund(await readChargeBalances(tx, milestoneId), refundedOf(part))
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
      parts: JSON.stringify(parts),
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

/** The state of the payments of a refund together, one for each charge that it goes back over. */
export type RefundProgress = {
  readonly refunded: Minor
  readonly isPaid: boolean
  readonly hasFailed: boolean
  /** All of it was paid by the client's bank. */
  readonly isChargedBack: boolean
}

/**
 * Returns what has become of a refund; it is paid once each of its payments was, or the client's bank has paid it. Undefined
 * for the refund of a payment that fitted nothing.
 */
export async function readRefundProgress(tx: Tx, refundId: RefundId): Promise<RefundProgress | undefined> {
  const { rows } = await sql<{
    refunded: number
    is_paid: boolean
    has_failed: boolean
    is_charged_back: boolean
  }>`
    select (f.price + f.client_fee)::bigint as refunded, coalesce(bool_or(p.state = 'failed'), false) as has_failed,
      count(*) filter (where p.state in ('paid', 'charged_back')) = jsonb_array_length(f.parts) as is_paid,
      count(*) filter (where p.state = 'charged_back') = jsonb_array_length(f.parts) as is_charged_back
    from milestone_refunds f left join refunds p on p.milestone_refund_id = f.id
    where f.id = ${refundId} group by f.id`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { is_paid: isPaid, has_failed: hasFailed, is_charged_back: isChargedBack } = row
  return { refunded: minor(row.refunded), isPaid, hasFailed, isChargedBack }
}
