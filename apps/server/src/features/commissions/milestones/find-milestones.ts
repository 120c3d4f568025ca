import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { type AcceptanceLimits } from '@veranda/core/works/limits.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db } from '../../../db/database.ts'
import { type Tables } from '../../../db/tables.ts'
import { type DeliverableRow, deliverablesJson } from '../deliverables/show-deliverable.ts'
import { jsonMoment } from '../json-moment.ts'

/** A milestone with all that its view shows. Moments inside lists are epoch milliseconds. */
export type MilestoneRow = Selectable<Tables['milestones']> & {
  rates: Rates
  limits: AcceptanceLimits | null
  history: { state: Milestone['state']; at: Instant }[]
  changes: {
    round: number
    deliverableId: string
    dueAt: Instant
    at: Instant
    items: { id: string; text: string; pinId: string | null; message: { id: string; seq: number } | null }[]
  }[]
  deliverables: DeliverableRow[]
  /** The last attempt to pay, for the client only. */
  charge: {
    id: string
    state: NonNullable<Milestone['charge']>['state']
    failure: string | null
    expiresAt: Instant
  } | null
  /** What the ledger says about the milestone's money, in minor units. */
  held: number
  pending: number
  available: number
  /** When what is pending becomes available at the earliest; null until payments has set its hold. */
  hold_over_at: Instant | null
}

const ledger = sql`(
  select coalesce(sum(p.credit - p.debit) filter (where split_part(p.account, ':', 1) in ('held', 'held_disputed', 'held_frozen')), 0)::bigint as held,
    coalesce(sum(p.credit - p.debit) filter (where split_part(p.account, ':', 1) = 'provider_pending'), 0)::bigint as pending,
    coalesce(sum(p.credit - p.debit) filter (where split_part(p.account, ':', 1) = 'provider_available'), 0)::bigint as available
  from ledger_transactions x join ledger_postings p on p.transaction_id = x.id where x.milestone_id = m.id
)`

const history = sql`(
  select coalesce(json_agg(json_build_object('state', h.state, 'at', ${jsonMoment('h.at')}) order by h.version), '[]')
  from milestone_history h where h.milestone_id = m.id
)`

const changes = sql`(
  select coalesce(json_agg(json_build_object('round', r.round, 'deliverableId', r.deliverable_id,
    'dueAt', ${jsonMoment('r.due_at')}, 'at', ${jsonMoment('r.created_at')},
    'items', (
      select coalesce(json_agg(json_build_object('id', i.id, 'text', i.text, 'pinId', i.pin_id,
        'message', case when s.id is null then null else json_build_object('id', s.id, 'seq', s.seq) end)
        order by i.position), '[]')
      from change_items i left join messages s on s.id = i.message_id where i.change_round_id = r.id
    )) order by r.round), '[]')
  from change_rounds r where r.milestone_id = m.id
)`

const charge = sql`(
  select json_build_object('id', g.id, 'state', g.state, 'failure', g.failure, 'expiresAt', ${jsonMoment('g.expires_at')})
  from charges g where g.milestone_id = m.id order by g.created_at desc, g.id desc limit 1
)`

/** Milestones in the order of their commissions and contracts; one query however many there are. */
export async function findMilestones(
  db: Db,
  which: { id: string } | { commissionIds: readonly string[] },
  readerId: string,
): Promise<MilestoneRow[]> {
  if ('commissionIds' in which && which.commissionIds.length === 0) return []
  const wanted = 'id' in which ? sql`m.id = ${which.id}` : sql`m.commission_id = any(${which.commissionIds}::uuid[])`
  const { rows } = await sql<MilestoneRow>`
    select m.*, o.rates, o.content -> 'milestones' -> (m.number - 1) -> 'limits' as limits, ${history} as history, ${changes} as changes, ${deliverablesJson} as deliverables,
      case when m.client_id = ${readerId} then ${charge} end as charge,
      ledger.held, ledger.pending, ledger.available, hold.over_at as hold_over_at
    from milestones m
    join commissions c on c.id = m.commission_id
    join offer_versions o on o.id = c.accepted_offer_id
    left join payout_holds hold on hold.milestone_id = m.id
    cross join lateral ${ledger} ledger
    where ${wanted}
    order by m.commission_id, m.number`.execute(db)
  return rows
}
