import { type AcceptanceLimits } from '@veranda/core/assets/acceptance-limits.ts'
import { type Agreement, partyOf } from '@veranda/core/commissions/agreement.ts'
import { changeKindOf } from '@veranda/core/commissions/change-orders/contract.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { type DueStep } from '@veranda/core/commissions/milestones/due-clock.ts'
import { type Milestone, type PlainMilestone, type Submission } from '@veranda/core/commissions/milestones/milestone.ts'
import { type MilestoneTerms } from '@veranda/core/commissions/offers/offer-content.ts'
import { split } from '@veranda/core/money/fees.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { requiredColumn } from '../../../platform/db/required-column.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { asId, type ChargeId, type DeliverableId, type RefundId } from '@veranda/core/ids.ts'
import { type CommandContext, type Cause } from '../../../platform/access/command-context.ts'
import { toDueClock, toDueColumns } from './due-dates/due-clock-columns.ts'
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
 * Saves consecutive states of a milestone and the approval of its version, appends its history, closes a settlement or a
 * change order that it outdates and the top-up of a milestone that has ended, and touches the project, in one statement.
 * Returns the states of the commission's other milestones.
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
    closed_top_ups as (
      update top_ups set state = 'closed', version = version + 1, attempt_id = null, attempt_expires_at = null, ended_at = ${now}
      where state in ('waiting', 'paying') and milestone_id = ${last.id}
        and ${changeKindOf({ ...last, frozen: false }) === 'fixed' && last.state !== 'disputed'}
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
 * Returns whether a charge of the milestone was charged back and the bank has not decided, or has decided for the client and
 * the milestone has not taken it in. This is known before the `frozen` flag, which an event handler sets later.
 */
export async function isChargedBack(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ charged_back: boolean }>`
    select count(*) filter (where k.state = 'open') > 0 or count(*) filter (where k.state = 'lost') > m.lost_charges
      as charged_back
    from milestones m left join chargebacks k on k.milestone_id = m.id
    where m.id = ${id} group by m.id`.execute(tx)
  return rows[0]?.charged_back === true
}

/** Returns whether the bank has yet to decide about a charge of the milestone. */
export async function hasOpenChargeback(tx: Tx, id: string): Promise<boolean> {
  const open = tx
    .selectFrom('chargebacks')
    .select('charge_id')
    .where('milestone_id', '=', id)
    .where('state', '=', 'open')
  return (await open.executeTakeFirst()) !== undefined
}

/** Records a step of the due clock; the milestone itself does not change, so its version stays. */
export async function saveDueStep(tx: Tx, id: string, step: DueStep): Promise<void> {
  await tx.updateTable('milestones').set({ due_step: step }).where('id', '=', id).execute()
}

/** Counts a lost chargeback that the state of the milestone has taken in, and frees it unless it stays `frozen`. */
export async function saveLostCharge(tx: Tx, id: string, frozen: boolean): Promise<void> {
  await tx
    .updateTable('milestones')
    .set((e) => ({ frozen, lost_charges: e('lost_charges', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Marks the milestone as frozen, which blocks every movement of its money, or as free. */
export async function saveFrozen(tx: Tx, id: string, frozen: boolean): Promise<void> {
  await tx.updateTable('milestones').set({ frozen }).where('id', '=', id).execute()
}
