import { asId, type RefundId } from '@veranda/core/ids.ts'
import { type RefundAction, refundMachine } from '@veranda/core/payments/refunds/refund.ts'
import { type Result } from '@veranda/core/result.ts'
import { applyTransition, type Party } from '@veranda/core/state-machine.ts'
import { type Selectable, sql } from 'kysely'
import { type AdminQueue } from '../../../platform/access/admin-queue.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type PaymentTables } from '../../../platform/db/tables/payments.ts'

export type RefundRow = Selectable<PaymentTables['refunds']>

/** Locks the refund until the transaction ends. Its charge is locked first, where both are. */
export function lockRefund(tx: Tx, id: string): Promise<RefundRow | undefined> {
  return tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Decides whether a refund may take a step. Refuses what `refundMachine` names. */
export function decideRefundStep(row: RefundRow, action: RefundAction, by: Party): Result<RefundRow['state']> {
  return applyTransition(refundMachine, { state: row.state, version: 0 }, action, by)
}

/** Returns the id by which events name a refund: that of the milestone's refund where this is a payment of one. */
export function refundIdOf({ id, milestone_refund_id }: Pick<RefundRow, 'id' | 'milestone_refund_id'>): RefundId {
  return asId<RefundId>(milestone_refund_id ?? id)
}

/** Refunds as cases: those that failed wait, for their timer, the client or an admin. */
export const refundQueue: AdminQueue = {
  name: 'refunds',
  select: () => sql`
    select r.id::text as case_id, r.state, r.requested_at as opened_at, u.name as title,
      coalesce(m.title, b.terms->>'title', '') as detail, r.amount, r.currency, null::timestamptz as due_at
    from refunds r join users u on u.id = r.client_id join charges c on c.id = r.charge_id
      left join milestones m on m.id = c.milestone_id left join bookings b on b.id = c.booking_id`,
}
