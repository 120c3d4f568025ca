import { type ProtectedList } from '@veranda/contract/payments/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { fileAddress } from '../../files/address.ts'

type Row = {
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
}

/**
 * Money that is on its way, by milestone or session, what moves first at the top: held for either side until the client's approval
 * (or the end of the review), and the creator's share until its hold is over. No moment means that it waits for
 * somebody, or for the client's money to settle.
 */
export async function listProtected(db: Db, personId: string): Promise<ProtectedList> {
  const { rows } = await sql<Row>`
    with mine as (
      select id, 'client' as part from milestones where client_id = ${personId} and state = any(${stillHeld}::text[])
      union all
      select id, 'creator' from milestones where creator_id = ${personId} and state = any(${stillHeld}::text[])
      union all
      select id, case client_id when ${personId} then 'client' else 'creator' end from bookings
      where (client_id = ${personId} or creator_id = ${personId}) and paid_by is not null and not settled
    ), waiting as (
      select mine.id, mine.part, 'protected' as place, p.currency, sum(p.credit - p.debit)::bigint as amount,
        null::timestamptz as moves_at
      from mine join ledger_postings p
        on p.account in ('held:' || mine.id, 'held_disputed:' || mine.id, 'held_frozen:' || mine.id)
      group by mine.id, mine.part, p.currency having sum(p.credit) > sum(p.debit)
      union all
      select id, 'creator', 'pending', currency, amount, case when hold_over then null else over_at end
      from payout_holds where creator_id = ${personId} and available_at is null and amount > 0
    )
    select w.id, coalesce(m.title, b.terms ->> 'title') as title, pr.id as project_id, pr.title as project,
      o.id as other_id, o.name as other, o.avatar_file as other_avatar, w.part, w.place, w.amount, w.currency,
      case when w.place = 'protected' and m.state = 'submitted' then m.review_ends_at
        when w.place = 'protected' and b.state in ('completed', 'no_show_client') then b.ends_at + interval '48 hours'
        else w.moves_at end as moves_at
    from waiting w
      left join milestones m on m.id = w.id
      left join projects pr on pr.id = m.project_id
      left join bookings b on b.id = w.id
      join people o on o.id = case w.part when 'client' then coalesce(m.creator_id, b.creator_id)
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
      other: { id: row.other_id, name: row.other, avatar: fileAddress(row.other_avatar) },
      part: row.part,
      amount: { amount: row.amount, currency: row.currency },
      place: row.place,
      movesAt: row.moves_at === null ? null : toIso(row.moves_at),
    })),
  }
}

const stillHeld = [
  'funded',
  'in_progress',
  'submitted',
  'changes_requested',
  'approved',
  'disputed',
  'refunding',
  'refund_failed',
]
