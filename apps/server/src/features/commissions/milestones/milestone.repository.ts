import { type Milestone as MilestoneDto } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type AcceptanceLimits } from '@veranda/core/assets/acceptance-limits.ts'
import { type Agreement, partyOf } from '@veranda/core/commissions/agreement.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { type DueStep } from '@veranda/core/commissions/milestones/due-clock.ts'
import { type Milestone, type PlainMilestone, type Submission } from '@veranda/core/commissions/milestones/milestone.ts'
import { type MilestoneTerms } from '@veranda/core/commissions/offers/offer-content.ts'
import { type RefundCause } from '@veranda/core/commissions/milestones/refund.ts'
import { split } from '@veranda/core/money/fees.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type ChargeState } from '@veranda/core/payments/charges/charge-states.ts'
import { type RefundState } from '@veranda/core/payments/refunds/refund.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { requiredColumn } from '../../../platform/db/required-column.ts'
import { type ChargebackJson, chargebackJson } from '../../../platform/ledger/chargeback-flag.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { asId, type ChargeId, type DeliverableId, type RefundId } from '@veranda/core/ids.ts'
import { type CommandContext, type Cause } from '../../../platform/access/command-context.ts'
import { type DeliverableRow, deliverablesJson } from '../deliverables/deliverable.presenter.ts'
import { toDueClock, toDueColumns } from './due-dates/due-clock-columns.ts'
import { disputesJson, type DisputeSummaryRow } from '../disputes/read-dispute.ts'
import { jsonEpochMs } from '../json-timestamp.ts'
import { touchProjectCtes } from '../projects/project.repository.ts'

export type LockedMilestone = {
  readonly milestone: Milestone
  readonly agreement: Agreement
  readonly description: string
  readonly limits: AcceptanceLimits | null
}

/**
 * Locks the milestone and its commission, the commission first. The joined offer version is not locked because it never
 * changes once a milestone exists.
 */
export async function lockMilestone(tx: Tx, id: string): Promise<LockedMilestone | undefined> {
  const { rows } = await sql<LockedRow>`${selectMilestonesWithAgreement} where m.id = ${id} for update of c, m`.execute(
    tx,
  )
  return rows[0] && toLockedMilestone(rows[0])
}

/** Locks all milestones of a locked commission, ordered by number. */
export async function lockMilestonesOfCommission(tx: Tx, commissionId: string): Promise<LockedMilestone[]> {
  const { rows } = await sql<LockedRow>`
    ${selectMilestonesWithAgreement} where m.commission_id = ${commissionId} order by m.number for update of c, m`.execute(
    tx,
  )
  return rows.map(toLockedMilestone)
}

export type MilestoneForActor = LockedMilestone & {
  readonly party: 'client' | 'creator'
  readonly by: Cause & { actor: string }
}

/** Locks the milestone and returns the actor's side. Refuses milestone.not-found to everyone else. */
export async function lockMilestoneFor(
  { tx, actor, clock }: CommandContext,
  id: string,
): Promise<Result<MilestoneForActor>> {
  const locked = await lockMilestone(tx, id)
  const party = locked && partyOf(locked.agreement, actor.id)
  if (!locked || !party) return refuse('milestone.not-found', 'not-found')
  return ok({ ...locked, party, by: { actor: actor.id, at: clock.now() } })
}

const selectMilestonesWithAgreement = sql`
  select m.*, c.state as commission_state, o.rates
  from milestones m
  join commissions c on c.id = m.commission_id
  join offer_versions o on o.id = c.accepted_offer_id`

type LockedRow = Selectable<Tables['milestones']> & { commission_state: Agreement['commissionState']; rates: Rates }

function toLockedMilestone(row: LockedRow): LockedMilestone {
  const { currency } = row
  if (!isCurrency(currency)) throw new RangeError(`stored milestone has unknown currency ${currency}`)
  const fields = {
    id: asId<Milestone['id']>(row.id),
    number: row.number,
    title: row.title,
    amount: minor(row.amount),
    currency,
    allocated: {
      price: minor(row.allocated_price),
      clientFee: minor(row.allocated_client_fee),
      creatorFee: minor(row.allocated_creator_fee),
    },
    released: minor(row.released_price),
    dueAt: row.due_at,
    version: row.version,
    round: row.round,
    extraRounds: row.extra_rounds,
    roundRequested: row.round_requested,
    frozen: row.frozen,
    clock: toDueClock(row),
  }
  const agreement: Agreement = {
    projectId: asId(row.project_id),
    commissionId: asId(row.commission_id),
    clientId: asId(row.client_id),
    creatorId: asId(row.creator_id),
    commissionState: row.commission_state,
    reviewRounds: row.rounds,
    reviewWindowDays: row.review_window_days,
    rates: row.rates,
  }
  return { milestone: withState(fields, row), agreement, description: row.description, limits: row.limits }
}

type MilestoneFields = Omit<PlainMilestone, 'state'>

/** Adds the state of a row with the fields that belong to it. */
function withState(fields: MilestoneFields, row: LockedRow): Milestone {
  const { state } = row
  switch (state) {
    case 'funding': {
      const attempt = {
        chargeId: asId<ChargeId>(requiredColumn(row.attempt_id, 'milestone', row)),
        amount: minor(row.amount + row.client_fee),
        currency: fields.currency,
        expiresAt: requiredColumn(row.attempt_expires_at, 'milestone', row),
      }
      return { ...fields, state, attempt }
    }
    case 'submitted':
    case 'approved':
    case 'released':
      return { ...fields, state, submission: toSubmission(row) }
    case 'disputed': {
      const dispute = {
        amount: minor(requiredColumn(row.disputed_price, 'milestone', row)),
        from: requiredColumn(row.disputed_from, 'milestone', row),
        since: requiredColumn(row.disputed_at, 'milestone', row),
        submission: row.disputed_from === 'submitted' ? toSubmission(row) : null,
      }
      return { ...fields, state, dispute }
    }
    case 'refunding':
    case 'refund_failed': {
      const refundId = asId<RefundId>(requiredColumn(row.refund_id, 'milestone', row))
      return { ...fields, state, refundId }
    }
    default:
      return { ...fields, state }
  }
}

function toSubmission(row: LockedRow): Submission {
  return {
    deliverableId: asId<DeliverableId>(requiredColumn(row.submitted_deliverable_id, 'milestone', row)),
    hash: requiredColumn(row.submitted_hash, 'milestone', row),
    at: requiredColumn(row.submitted_at, 'milestone', row),
    reviewEndsAt: requiredColumn(row.review_ends_at, 'milestone', row),
  }
}

export async function insertMilestone(
  tx: Tx,
  milestone: Milestone,
  agreement: Agreement,
  { description, limits, reviewRounds }: Pick<MilestoneTerms, 'description' | 'limits' | 'reviewRounds'>,
  at: Instant,
): Promise<void> {
  const fees = split(milestone.amount, agreement.rates)
  const now = new Date(at)
  await tx
    .insertInto('milestones')
    .values({
      id: milestone.id,
      commission_id: agreement.commissionId,
      project_id: agreement.projectId,
      client_id: agreement.clientId,
      creator_id: agreement.creatorId,
      number: milestone.number,
      title: milestone.title,
      description,
      amount: milestone.amount,
      currency: milestone.currency,
      client_fee: fees.clientFee,
      creator_fee: fees.creatorFee,
      rounds: reviewRounds ?? agreement.reviewRounds,
      limits: limits ? JSON.stringify(limits) : null,
      review_window_days: agreement.reviewWindowDays,
      created_at: now,
      updated_at: now,
      ...toMutableColumns(milestone),
    })
    .execute()
  await sql`insert into milestone_history (milestone_id, version, state, at) values ${historyValues([milestone], at)}`.execute(
    tx,
  )
}

/**
 * Saves consecutive states of a milestone and the approval of its version, appends its history, closes a settlement
 * or a change order that it outdates and touches the project, in one statement. Returns the states of the commission's other milestones.
 */
export async function saveMilestone(
  tx: Tx,
  agreement: Agreement,
  steps: readonly [Milestone, ...Milestone[]],
  at: Instant,
): Promise<Milestone['state'][]> {
  const last = steps.at(-1) ?? steps[0]
  const now = new Date(at)
  const reached = (state: Milestone['state']) => steps.some((step) => step.state === state)
  const approvedId = reached('approved') ? (submissionOf(last)?.deliverableId ?? null) : undefined
  const next = {
    ...toMutableColumns(last),
    updated_at: now,
    ...(approvedId === undefined ? {} : { approved_deliverable_id: approvedId }),
    ...(reached('released') || reached('split') ? { released_at: now } : {}),
  } satisfies Updateable<Tables['milestones']>
  const set = [
    ...Object.entries(next).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ...(reached('submitted') ? [sql`first_submitted_at = coalesce(first_submitted_at, ${now})`] : []),
  ]
  const { rows } = await sql<{ state: Milestone['state'] }>`
    with saved as (update milestones set ${sql.join(set)} where id = ${last.id}),
    ${approvedId ? sql`approved as (update deliverables set state = ${deliverableStateAfter.approve} where id = ${approvedId}),` : sql``}
    outdated as (
      update settlements set state = 'outdated', version = version + 1, ended_at = ${now}
      where state = 'open' and id in (select settlement_id from settlement_lines where milestone_id = ${last.id})
    ),
    outdated_orders as (
      update change_orders set state = 'outdated', version = version + 1, ended_at = ${now}
      where state = 'open' and id in (
        select change_order_id from change_order_lines
        where milestone_id = ${last.id} and (kind <> 'keep' or ${last.state === 'cancelled'})
      )
    ),
    steps as (insert into milestone_history (milestone_id, version, state, at) values ${historyValues(steps, at)}),
    ${touchProjectCtes(agreement.projectId, at)}
    select state from milestones where commission_id = ${agreement.commissionId} and id <> ${last.id}`.execute(tx)
  return rows.map((row) => row.state)
}

/** Returns the version under review, also of a disputed milestone, or approved. */
function submissionOf(milestone: Milestone): Submission | undefined {
  if (milestone.state === 'disputed') return milestone.dispute.submission ?? undefined
  return 'submission' in milestone ? milestone.submission : undefined
}

function toMutableColumns(milestone: Milestone) {
  const attempt = milestone.state === 'funding' ? milestone.attempt : undefined
  const submission = submissionOf(milestone)
  const dispute = milestone.state === 'disputed' ? milestone.dispute : undefined
  return {
    state: milestone.state,
    version: milestone.version,
    round: milestone.round,
    extra_rounds: milestone.extraRounds,
    round_requested: milestone.roundRequested,
    due_at: new Date(milestone.dueAt),
    allocated_price: milestone.allocated.price,
    allocated_client_fee: milestone.allocated.clientFee,
    allocated_creator_fee: milestone.allocated.creatorFee,
    released_price: milestone.released,
    refund_id: 'refundId' in milestone ? milestone.refundId : null,
    ...toDueColumns(milestone.clock),
    disputed_price: dispute?.amount ?? null,
    disputed_from: dispute?.from ?? null,
    disputed_at: dispute ? new Date(dispute.since) : null,
    attempt_id: attempt?.chargeId ?? null,
    attempt_expires_at: attempt ? new Date(attempt.expiresAt) : null,
    submitted_deliverable_id: submission?.deliverableId ?? null,
    submitted_hash: submission?.hash ?? null,
    submitted_at: submission ? new Date(submission.at) : null,
    review_ends_at: submission ? new Date(submission.reviewEndsAt) : null,
  }
}

function historyValues(steps: readonly Milestone[], at: Instant): RawBuilder<unknown> {
  return sql.join(steps.map(({ id, version, state }) => sql`(${id}, ${version}, ${state}, ${new Date(at)})`))
}

/**
 * Returns whether the milestone's charge was charged back, unless the bank decided for the creator. This is known before the
 * `frozen` flag, which an event handler sets later.
 */
export async function isChargedBack(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ charged_back: boolean }>`
    select exists (
      select from chargebacks where milestone_id = ${id} and state <> 'won'
    ) as charged_back`.execute(tx)
  return rows[0]?.charged_back === true
}

/** Records a step of the due clock; the milestone itself does not change, so its version stays. */
export async function saveDueStep(tx: Tx, id: string, step: DueStep): Promise<void> {
  await tx.updateTable('milestones').set({ due_step: step }).where('id', '=', id).execute()
}

/** Marks the milestone as frozen, which blocks every movement of its money, or as free. */
export async function saveFrozen(tx: Tx, id: string, frozen: boolean): Promise<void> {
  await tx.updateTable('milestones').set({ frozen }).where('id', '=', id).execute()
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
  }[]
  /** The parts that settlements released. */
  releases: { id: string; price: number; clientFee: number; creatorFee: number; at: Instant }[]
  disputes: DisputeSummaryRow[]
  /** The last attempt to pay, for the client only. */
  charge: {
    id: string
    state: ChargeState
    failure: string | null
    expiresAt: Instant
  } | null
  chargeback: ChargebackJson | null
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
    'state', coalesce(p.state, 'requested'), 'paidAt', ${jsonEpochMs('p.paid_at')}, 'bankLast4', p.bank_last4)
    order by f.requested_at, f.id), '[]')
  from milestone_refunds f left join refunds p on p.id = f.id where f.milestone_id = m.id
)`

const releasesJson = sql`(
  select coalesce(json_agg(json_build_object('id', r.id, 'price', r.price, 'clientFee', r.client_fee,
    'creatorFee', r.creator_fee, 'at', ${jsonEpochMs('r.released_at')}) order by r.released_at, r.id), '[]')
  from milestone_releases r where r.milestone_id = m.id
)`

const lastChargeJson = sql`(
  select json_build_object('id', g.id, 'state', g.state, 'failure', g.failure, 'expiresAt', ${jsonEpochMs('g.expires_at')})
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
    select m.*, o.rates, ${historyJson} as history, ${changeRoundsJson} as changes, ${deliverablesJson} as deliverables, ${refundsJson} as refunds, ${releasesJson} as releases, ${disputesJson} as disputes,
      case when m.client_id = ${readerId} then ${lastChargeJson} end as charge,
      ${chargebackJson('milestone_id', 'm.id')} as chargeback, ledger.in_escrow, ledger.pending, ledger.available, ledger.frozen_earnings, payout_delay.ends_at as delay_ends_at
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
