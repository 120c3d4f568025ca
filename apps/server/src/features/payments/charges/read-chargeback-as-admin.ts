import { type AdminChargeback } from '@veranda/contract/payments/charges/admin-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type AdminQueue } from '../../../platform/access/admin-queue.ts'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { type Db } from '../../../platform/db/database.ts'
import { listEntriesOfCharge } from '../../../platform/ledger/list-entries-of-charge.ts'
import { type ChargebackRow } from './chargeback.repository.ts'

/** Chargebacks as cases: those that the bank has not decided wait. */
export const chargebackQueue: AdminQueue = {
  name: 'chargebacks',
  select: () => sql`
    select k.charge_id::text as case_id, k.state, k.opened_at, u.name as title,
      coalesce(m.title, b.terms->>'title', '') as detail, k.amount, k.currency, k.evidence_due_at as due_at
    from chargebacks k join users u on u.id = k.client_id
      left join milestones m on m.id = k.milestone_id left join bookings b on b.id = k.booking_id`,
}

type ChargebackCase = ChargebackRow & {
  readonly client: UserSummaryRow
  readonly creator: UserSummaryRow
  readonly title: string
  readonly project_id: string | null
  readonly owed: number
}

/** Reads a chargeback with both sides and every ledger entry about the same money. Refuses chargeback.not-found. */
export async function readChargebackAsAdmin(db: Db, id: string): Promise<Result<AdminChargeback>> {
  const { rows } = await sql<ChargebackCase>`
    select k.*, ${userJson('cl')} as client, ${userJson('cr')} as creator, m.project_id,
      coalesce(m.title, b.terms->>'title', '') as title,
      (select coalesce(sum(debit - credit), 0)::bigint from ledger_entries
        where account = 'receivable:' || k.creator_id and currency = k.currency) as owed
    from chargebacks k join users cl on cl.id = k.client_id join users cr on cr.id = k.creator_id
      left join milestones m on m.id = k.milestone_id left join bookings b on b.id = k.booking_id
    where k.charge_id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return refuse('chargeback.not-found', 'not-found')
  const { currency } = row
  return ok({
    id: row.charge_id,
    state: row.state,
    money: { amount: row.amount, currency },
    fee: { amount: row.fee, currency },
    owed: { amount: Math.max(0, row.owed), currency },
    evidenceDueAt: row.evidence_due_at === null ? null : toIso(row.evidence_due_at),
    openedAt: toIso(row.opened_at),
    decidedAt: row.decided_at === null ? null : toIso(row.decided_at),
    client: toUserSummaryDto(row.client),
    creator: toUserSummaryDto(row.creator),
    title: row.title,
    projectId: row.project_id,
    milestoneId: row.milestone_id,
    bookingId: row.booking_id,
    entries: await listEntriesOfCharge(db, row, [`chargeback:${row.charge_id}`, `chargeback-won:${row.charge_id}`]),
  })
}
