import { type AdminRefund } from '@veranda/contract/payments/refunds/schemas.ts'
import { refundActionsFor } from '@veranda/core/payments/refunds/refund.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { type Db } from '../../../platform/db/database.ts'
import { listEntriesOfCharge } from '../../../platform/ledger/list-entries-of-charge.ts'
import { refundTimerKey } from './failed-refund.ts'
import { type RefundRow } from './refund.repository.ts'

type RefundCase = RefundRow & {
  readonly client: UserSummaryRow
  readonly title: string
  readonly project_id: string | null
  readonly milestone_id: string | null
  readonly booking_id: string | null
  readonly next_retry_at: Instant | null
}

/** Reads a refund with who it is for and every ledger entry about the same money. Refuses refund.not-found. */
export async function readRefundAsAdmin(db: Db, id: string): Promise<Result<AdminRefund>> {
  const { rows } = await sql<RefundCase>`
    select r.*, ${userJson('u')} as client, coalesce(m.title, b.terms->>'title', '') as title,
      c.project_id, c.milestone_id, c.booking_id, t.at as next_retry_at
    from refunds r join users u on u.id = r.client_id join charges c on c.id = r.charge_id
      left join milestones m on m.id = c.milestone_id left join bookings b on b.id = c.booking_id
      left join timers t on t.key = ${refundTimerKey(id)}
    where r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return refuse('refund.not-found', 'not-found')
  return ok({
    id: row.id,
    state: row.state,
    attempt: row.attempt,
    money: { amount: row.amount, currency: row.currency },
    failure: row.failure,
    bankLast4: row.bank_last4,
    requestedAt: toIso(row.requested_at),
    paidAt: row.paid_at === null ? null : toIso(row.paid_at),
    nextRetryAt: row.state !== 'failed' || row.next_retry_at === null ? null : toIso(row.next_retry_at),
    client: toUserSummaryDto(row.client),
    title: row.title,
    projectId: row.project_id,
    milestoneId: row.milestone_id,
    bookingId: row.booking_id,
    chargeId: row.charge_id,
    entries: await listEntriesOfCharge(db, row, [`refund-paid:${row.id}`, `return-unapplied:${row.charge_id}`]),
    actions: refundActionsFor(row.state, 'admin'),
  })
}
