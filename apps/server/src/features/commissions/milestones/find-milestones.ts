import { type Milestone as MilestoneDto } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type openTopUpStates } from '@veranda/core/commissions/change-orders/top-up-states.ts'
import { type RefundCause } from '@veranda/core/commissions/milestones/refund.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { type ChargeState } from '@veranda/core/payments/charges/charge-states.ts'
import { type RefundState } from '@veranda/core/payments/refunds/refund.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { type ChargebackJson, chargebackJson } from '../../../platform/ledger/chargeback-flag.ts'
import { type DeliverableRow, deliverablesJson } from '../deliverables/deliverable.presenter.ts'
import { disputesJson, type DisputeSummaryRow } from '../disputes/read-dispute.ts'
import { jsonEpochMs } from '../json-timestamp.ts'

/** A payment attempt. */
export type ChargeRow = { id: string; state: ChargeState; failure: string | null; expiresAt: Instant }

/** A top-up that waits for its payment. */
export type TopUpRow = {
  id: string
  version: number
  state: (typeof openTopUpStates)[number]
  terms: Selectable<Tables['top_ups']>['terms']
  price: number
  clientFee: number
  expiresAt: Instant
  attemptId: string | null
  attemptExpiresAt: Instant | null
  charge: ChargeRow | null
}

/** A milestone with all that its view shows. Moments inside lists are epoch milliseconds. */
export type MilestoneRow = Selectable<Tables['milestones']> & {
  rates: Rates
  history: { state: MilestoneDto['state']; at: Instant }[]
  changes: {
    round: number
    deliverableId: string
    dueAt: Instant
    at: Instant
    items: { id: string; text: string; pinId: string | null; message: { id: string; seq: number } | null }[]
  }[]
  deliverables: DeliverableRow[]
  refunds: {
    id: string
    price: number
    clientFee: number
    creatorFee: number
    reason: string
    cause: RefundCause
    at: Instant
    /** `requested` until payments has heard of it. */
    state: RefundState
    paidAt: Instant | null
    bankLast4: string | null
    payments: {
      id: string
      amount: number
      cardLast4: string | null
      state: RefundState
      bankLast4: string | null
    }[]
  }[]
  /** The parts that settlements released. */
  releases: { id: string; price: number; clientFee: number; creatorFee: number; at: Instant }[]
  disputes: DisputeSummaryRow[]
  /** The last attempt to pay, for the client only. */
  charge: ChargeRow | null
  chargeback: ChargebackJson | null
  /** The top-up that waits for its payment, with its last attempt. */
  top_up: TopUpRow | null
  /** The milestone's money by the ledger, in minor units. */
  in_escrow: number
  pending: number
  available: number
  frozen_earnings: number
  /** When what is pending becomes available at the earliest; null until payments has set its payout delay. */
  delay_ends_at: Instant | null
}

const ledgerBalances = sql`(
  select coalesce(sum(p.credit - p.debit) filter (where split_part(p.account, ':', 1) in ('escrow', 'escrow_disputed', 'escrow_frozen')), 0)::bigint as in_escrow,
    coalesce(sum(p.credit - p.debit) filter (where split_part(p.account, ':', 1) = 'creator_pending'), 0)::bigint as pending,
    coalesce(sum(p.credit - p.debit) filter (where split_part(p.account, ':', 1) = 'creator_available'), 0)::bigint as available,
    coalesce(sum(p.credit - p.debit) filter (where split_part(p.account, ':', 1) = 'creator_frozen'), 0)::bigint as frozen_earnings
  from ledger_transactions x join ledger_entries p on p.transaction_id = x.id where x.milestone_id = m.id
)`

const historyJson = sql`(
  select coalesce(json_agg(json_build_object('state', h.state, 'at', ${jsonEpochMs('h.at')}) order by h.version), '[]')
  from milestone_history h where h.milestone_id = m.id
)`

const changeRoundsJson = sql`(
  select coalesce(json_agg(json_build_object('round', r.round, 'deliverableId', r.deliverable_id,
    'dueAt', ${jsonEpochMs('r.due_at')}, 'at', ${jsonEpochMs('r.created_at')},
    'items', (
      select coalesce(json_agg(json_build_object('id', i.id, 'text', i.text, 'pinId', i.pin_id,
        'message', case when s.id is null then null else json_build_object('id', s.id, 'seq', s.seq) end)
        order by i.position), '[]')
      from change_items i left join messages s on s.id = i.message_id where i.change_round_id = r.id
    )) order by r.round), '[]')
  from change_rounds r where r.milestone_id = m.id
)`

const refundsJson = sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'price', f.price, 'clientFee', f.client_fee,
    'creatorFee', f.creator_fee, 'reason', f.reason, 'cause', f.cause, 'at', ${jsonEpochMs('f.requested_at')},
    'state', case when f.cause = 'chargeback' then 'charged_back' else coalesce(p.state, 'requested') end,
    'paidAt', ${jsonEpochMs('p.paid_at')}, 'bankLast4', p.bank_last4, 'payments', coalesce(p.payments, '[]'))
    order by f.requested_at, f.id), '[]')
  from milestone_refunds f left join lateral (
    select json_agg(json_build_object('id', r.id, 'amount', r.amount, 'cardLast4', g.method_last4, 'state', r.state,
        'bankLast4', r.bank_last4) order by g.captured_at desc, g.id desc) as payments,
      max(r.bank_last4) as bank_last4,
      case when bool_and(r.state in ('paid', 'charged_back')) then max(r.paid_at) end as paid_at,
      case when bool_or(r.state = 'failed') then 'failed'
        when bool_or(r.state = 'requested') then 'requested'
        when bool_or(r.state = 'paid') then 'paid' else max(r.state) end as state
    from refunds r join charges g on g.id = r.charge_id where r.milestone_refund_id = f.id
  ) p on true
  where f.milestone_id = m.id
)`

const releasesJson = sql`(
  select coalesce(json_agg(json_build_object('id', r.id, 'price', r.price, 'clientFee', r.client_fee,
    'creatorFee', r.creator_fee, 'at', ${jsonEpochMs('r.released_at')}) order by r.released_at, r.id), '[]')
  from milestone_releases r where r.milestone_id = m.id
)`

const lastChargeJson = sql`(
  select json_build_object('id', g.id, 'state', g.state, 'failure', g.failure, 'expiresAt', ${jsonEpochMs('g.expires_at')})
  from charges g where g.milestone_id = m.id and g.top_up_id is null order by g.created_at desc, g.id desc limit 1
)`

const topUpJson = sql`(
  select json_build_object('id', t.id, 'version', t.version, 'state', t.state, 'terms', t.terms, 'price', t.price,
    'clientFee', t.client_fee, 'expiresAt', ${jsonEpochMs('t.expires_at')}, 'attemptId', t.attempt_id,
    'attemptExpiresAt', ${jsonEpochMs('t.attempt_expires_at')}, 'charge', (
      select json_build_object('id', g.id, 'state', g.state, 'failure', g.failure, 'expiresAt', ${jsonEpochMs('g.expires_at')})
      from charges g where g.top_up_id = t.id order by g.created_at desc, g.id desc limit 1
    ))
  from top_ups t where t.milestone_id = m.id and t.state in ('waiting', 'paying')
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
    select m.*, o.rates, ${historyJson} as history, ${changeRoundsJson} as changes, ${deliverablesJson} as deliverables, ${refundsJson} as refunds, ${releasesJson} as releases, ${disputesJson} as disputes,
      case when m.client_id = ${readerId} then ${lastChargeJson} end as charge,
      ${chargebackJson('milestone_id', 'm.id')} as chargeback, ${topUpJson} as top_up, ledger.in_escrow, ledger.pending, ledger.available, ledger.frozen_earnings, payout_delay.ends_at as delay_ends_at
    from milestones m
    join commissions c on c.id = m.commission_id
    join offer_versions o on o.id = c.accepted_offer_id
    left join lateral (
      select max(ends_at) as ends_at from payout_delays where milestone_id = m.id and available_at is null
    ) payout_delay on true
    cross join lateral ${ledgerBalances} ledger
    where ${wanted}
    order by m.commission_id, m.number`.execute(db)
  return rows
}
