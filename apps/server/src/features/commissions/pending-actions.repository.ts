import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { openCommissionStates } from '@veranda/core/commissions/offers/commission-states.ts'
import { type DisputeProgress } from '@veranda/core/commissions/pending-actions.ts'
import { type DueStep } from '@veranda/core/commissions/milestones/due-clock.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'
import { jsonEpochMs } from './json-timestamp.ts'
import { userJson, type UserSummaryRow } from '../../platform/access/user.presenter.ts'

/** The fields of a commission that determine its pending actions and their amounts. */
export type CommissionProgressRow = {
  id: string
  project_id: string
  project_title: string
  state: Commission['state']
  client: UserSummaryRow
  creator: UserSummaryRow
  expires_at: Instant | null
  reviews_close_at: Instant | null
  reviewed: ('client' | 'creator')[]
  /** The settlement that waits for an answer. */
  settlement: { state: 'open'; by: 'client' | 'creator'; expiresAt: Instant } | null
  /** The change order that waits for an answer. */
  change_order: CommissionProgressRow['settlement']
  /** The disputes that run about its milestones. */
  disputes: DisputeProgress[]
  /** Price of the current offer in minor units; null before there is one. */
  price: number | null
  currency: string | null
  /** The rates of the current offer; null before there is one. */
  rates: Rates | null
  milestones: {
    id: string
    title: string
    state: Commission['milestones'][number]['state']
    amount: number
    client_fee: number
    creator_fee: number
    currency: string
    round: number
    rounds: number
    frozen: boolean
    round_requested: boolean
    due_at: Instant
    review_window_days: number
    funded_at: Instant | null
    first_submitted_at: Instant | null
    due_step: DueStep | null
    extension_due_at: Instant | null
    extension_reason: string | null
    extension_requested_at: Instant | null
    notice_ends_at: Instant | null
    paused_ms: number
    attempt_expires_at: Instant | null
    review_ends_at: Instant | null
  }[]
}

const milestonesJson = sql`(
  select coalesce(json_agg(json_build_object('id', m.id, 'title', m.title, 'state', m.state, 'amount', m.amount,
    'client_fee', m.client_fee, 'creator_fee', m.creator_fee, 'currency', m.currency,
    'round', m.round, 'rounds', m.rounds + m.extra_rounds, 'round_requested', m.round_requested, 'frozen', m.frozen,
    'due_at', ${jsonEpochMs('m.due_at')}, 'review_window_days', m.review_window_days,
    'funded_at', ${jsonEpochMs('m.funded_at')}, 'first_submitted_at', ${jsonEpochMs('m.first_submitted_at')},
    'due_step', m.due_step, 'extension_due_at', ${jsonEpochMs('m.extension_due_at')},
    'extension_reason', m.extension_reason, 'extension_requested_at', ${jsonEpochMs('m.extension_requested_at')},
    'notice_ends_at', ${jsonEpochMs('m.notice_ends_at')}, 'paused_ms', m.paused_ms, 'attempt_expires_at', ${jsonEpochMs('m.attempt_expires_at')},
    'review_ends_at', ${jsonEpochMs('m.review_ends_at')}) order by m.number), '[]')
  from milestones m where m.commission_id = c.id
)`

const openProposalJson = (table: 'settlements' | 'change_orders') => sql`(
  select json_build_object('state', s.state, 'by', s.by_side, 'expiresAt', ${jsonEpochMs('s.expires_at')})
  from ${sql.table(table)} s where s.commission_id = c.id and s.state = 'open'
)`

const runningDisputesJson = sql`(
  select coalesce(json_agg(json_build_object('milestoneId', d.milestone_id, 'state', d.state, 'opener', d.opener,
    'answerBy', ${jsonEpochMs('d.answer_by')}, 'mediationEndsAt', ${jsonEpochMs('d.mediation_ends_at')},
    'isAnswered', exists (select from dispute_evidence e where e.dispute_id = d.id and e.side <> d.opener),
    'terms', (select json_build_object('by', t.by_side) from dispute_terms t where t.dispute_id = d.id and t.state = 'open'))
    order by d.opened_at), '[]')
  from disputes d where d.commission_id = c.id and d.ended_at is null
)`

const reviewedByJson = sql`(
  select coalesce(json_agg(case when r.by_id = c.client_id then 'client' else 'creator' end), '[]')
  from reviews r where r.commission_id = c.id
)`

const priceSql = sql`(
  select sum((terms ->> 'amount')::bigint)::bigint from jsonb_array_elements(o.content -> 'milestones') terms
)`

/** Selects the progress of the viewer's commissions in these projects. */
export function selectProgressInProjects(
  projectIds: readonly string[],
  readerId: string,
): RawBuilder<CommissionProgressRow> {
  return selectCommissionProgress(
    sql`c.project_id = any(${projectIds}::uuid[]) and ${readerId} in (c.client_id, c.creator_id)`,
  )
}

/** Returns the progress of all commissions of a user that may have pending actions, in one query. */
export async function findProgressOfUser(db: Db, userId: string): Promise<CommissionProgressRow[]> {
  const { rows } = await selectCommissionProgress(
    sql`c.id in (
      select id from commissions where client_id = ${userId} and state = any(${openCommissionStates})
      union select id from commissions where creator_id = ${userId} and state = any(${openCommissionStates})
      union select commission_id from review_periods where client_id = ${userId} and closed_at is null
      union select commission_id from review_periods where creator_id = ${userId} and closed_at is null
    )`,
  ).execute(db)
  return rows
}

function selectCommissionProgress(wanted: RawBuilder<unknown>): RawBuilder<CommissionProgressRow> {
  return sql<CommissionProgressRow>`
    select c.id, c.project_id, p.title as project_title, c.state, c.expires_at,
      ${userJson('cl')} as client, ${userJson('cr')} as creator,
      w.closes_at as reviews_close_at, ${reviewedByJson} as reviewed, ${openProposalJson('settlements')} as settlement,
      ${openProposalJson('change_orders')} as change_order, ${runningDisputesJson} as disputes,
      ${priceSql} as price, o.content ->> 'currency' as currency, o.rates, ${milestonesJson} as milestones
    from commissions c
    join projects p on p.id = c.project_id
    join users cl on cl.id = c.client_id
    join users cr on cr.id = c.creator_id
    left join offer_versions o on o.id = coalesce(c.accepted_offer_id, c.current_offer_id)
    left join review_periods w on w.commission_id = c.id and w.closed_at is null
    where ${wanted}
    order by c.created_at, c.id`
}
