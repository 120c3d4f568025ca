import { type EscrowList } from '@veranda/contract/payments/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'
import { type ChargebackJson, chargebackJson, toChargebackFlag } from '../../platform/ledger/chargeback-flag.ts'
import { avatarUrl } from '../../platform/assets/stored-files/stored-file-url.ts'

type EscrowRow = {
  id: string
  title: string
  project_id: string | null
  project: string | null
  other_id: string
  other: string
  other_avatar: string | null
  part: 'client' | 'creator'
  place: 'protected' | 'pending'
  amount: number
  currency: string
  moves_at: Instant | null
  chargeback: ChargebackJson | null
}

/**
 * Lists the caller's money in escrow and pending, by milestone or booking, earliest move first: escrow for either side
 * until the client approves or the review ends, and the creator's share until its payout delay ends. `movesAt` is null
 * while it waits for an action, or for the client's money to settle.
 */
export async function listEscrow(db: Db, userId: string): Promise<EscrowList> {
  const { rows } = await sql<EscrowRow>`
    with mine as (
      select id, 'client' as part from milestones where client_id = ${userId} and state = any(${statesInEscrow}::text[])
      union all
      select id, 'creator' from milestones where creator_id = ${userId} and state = any(${statesInEscrow}::text[])
      union all
      select id, case client_id when ${userId} then 'client' else 'creator' end from bookings
      where (client_id = ${userId} or creator_id = ${userId}) and paid_charge_id is not null and not settled
    ), waiting as (
      select mine.id, mine.part, 'protected' as place, p.currency, sum(p.credit - p.debit)::bigint as amount,
        null::timestamptz as moves_at
      from mine join ledger_entries p
        on p.account in ('escrow:' || mine.id, 'escrow_disputed:' || mine.id, 'escrow_frozen:' || mine.id)
      group by mine.id, mine.part, p.currency having sum(p.credit) > sum(p.debit)
      union all
      select coalesce(milestone_id, booking_id), 'creator', 'pending', currency, least(amount, (
          select coalesce(sum(p.credit - p.debit), 0) from ledger_entries p join ledger_transactions x on x.id = p.transaction_id
          where p.account = 'creator_pending:' || d.creator_id and coalesce(x.milestone_id, x.booking_id) = coalesce(d.milestone_id, d.booking_id)
        ))::bigint as amount, case when ended then null else ends_at end
      from payout_delays d where creator_id = ${userId} and available_at is null and amount > 0
    )
    select w.id, coalesce(m.title, b.terms ->> 'title') as title, pr.id as project_id, pr.title as project,
      o.id as other_id, o.name as other, o.avatar_file as other_avatar, w.part, w.place, w.amount, w.currency,
      case when w.place = 'protected' and m.state = 'submitted' then m.review_ends_at
        when w.place = 'protected' and b.state in ('completed', 'no_show_client') then b.ends_at + interval '48 hours'
        else w.moves_at end as moves_at,
      coalesce(${chargebackJson('milestone_id', 'w.id')}, ${chargebackJson('booking_id', 'w.id')}) as chargeback
    from (select * from waiting where amount > 0) w
      left join milestones m on m.id = w.id
      left join projects pr on pr.id = m.project_id
      left join bookings b on b.id = w.id
      join users o on o.id = case w.part when 'client' then coalesce(m.creator_id, b.creator_id)
        else coalesce(m.client_id, b.client_id) end
    order by moves_at nulls last, w.id`.execute(db)
  return {
    items: rows.map((row) => ({
      title: row.title,
      milestone:
        row.project_id === null || row.project === null
          ? null
          : { id: row.id, projectId: row.project_id, project: row.project },
      bookingId: row.project_id === null ? row.id : null,
      counterparty: { id: row.other_id, name: row.other, avatar: avatarUrl(row.other_avatar) },
      side: row.part,
      amount: { amount: row.amount, currency: row.currency },
      place: row.place,
      // Nothing moves while the bank decides.
      movesAt: row.moves_at === null || row.chargeback ? null : toIso(row.moves_at),
      chargeback: toChargebackFlag(row.chargeback),
    })),
  }
}

const statesInEscrow = [
  'funded',
  'in_progress',
  'submitted',
  'changes_requested',
  'approved',
  'disputed',
  'refunding',
  'refund_failed',
]
