import { type Deal } from '@veranda/core/commissions/deal.ts'
import { type Milestone } from '@veranda/core/commissions/milestone.ts'
import { split } from '@veranda/core/money/fees.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { type Tx } from '../../../db/database.ts'
import { type Tables } from '../../../db/tables.ts'
import { branded } from '../branded.ts'
import { touching } from '../projects/rows.ts'

export type Locked = { readonly milestone: Milestone; readonly deal: Deal }

/**
 * The milestone with its commission, both held until the transaction ends, the commission first. What is joined but not
 * held never changes once there is a milestone: the accepted version.
 */
export async function lockMilestone(tx: Tx, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Row>`${milestonesWithDeal} where m.id = ${id} for update of c, m`.execute(tx)
  return rows[0] && lockedOf(rows[0])
}

/** All milestones of a commission that is held already, in the order of the contract. */
export async function lockMilestonesOf(tx: Tx, commissionId: string): Promise<Locked[]> {
  const { rows } = await sql<Row>`
    ${milestonesWithDeal} where m.commission_id = ${commissionId} order by m.number for update of c, m`.execute(tx)
  return rows.map(lockedOf)
}

const milestonesWithDeal = sql`
  select m.*, c.state as commission_state, o.rates
  from milestones m
  join commissions c on c.id = m.commission_id
  join offer_versions o on o.id = c.accepted_offer_id`

type Row = Selectable<Tables['milestones']> & { commission_state: Deal['commissionState']; rates: Rates }

function lockedOf(row: Row): Locked {
  const { currency } = row
  if (!isCurrency(currency)) throw new RangeError(`a stored milestone in ${currency}`)
  const milestone: Milestone = {
    id: branded(row.id),
    number: row.number,
    title: row.title,
    amount: minor(row.amount),
    currency,
    dueAt: row.due_at,
    state: row.state,
    version: row.version,
    attempt:
      row.attempt_id === null || row.attempt_expires_at === null
        ? null
        : {
            chargeId: branded(row.attempt_id),
            amount: minor(row.amount + row.client_fee),
            currency,
            expiresAt: row.attempt_expires_at,
          },
    submission:
      row.submitted_deliverable_id === null ||
      row.submitted_hash === null ||
      row.submitted_at === null ||
      row.review_ends_at === null
        ? null
        : {
            deliverableId: branded(row.submitted_deliverable_id),
            hash: row.submitted_hash,
            at: row.submitted_at,
            reviewEndsAt: row.review_ends_at,
          },
    round: row.round,
    frozen: row.frozen,
  }
  const deal: Deal = {
    projectId: branded(row.project_id),
    commissionId: branded(row.commission_id),
    clientId: branded(row.client_id),
    creatorId: branded(row.creator_id),
    commissionState: row.commission_state,
    reviewRounds: row.rounds,
    reviewWindowDays: row.review_window_days,
    rates: row.rates,
  }
  return { milestone, deal }
}

export async function insertMilestone(
  tx: Tx,
  milestone: Milestone,
  deal: Deal,
  description: string,
  at: Instant,
): Promise<void> {
  const fees = split(milestone.amount, deal.rates)
  const now = new Date(at)
  await tx
    .insertInto('milestones')
    .values({
      id: milestone.id,
      commission_id: deal.commissionId,
      project_id: deal.projectId,
      client_id: deal.clientId,
      creator_id: deal.creatorId,
      number: milestone.number,
      title: milestone.title,
      description,
      amount: milestone.amount,
      currency: milestone.currency,
      client_fee: fees.clientFee,
      creator_fee: fees.creatorFee,
      rounds: deal.reviewRounds,
      review_window_days: deal.reviewWindowDays,
      created_at: now,
      updated_at: now,
      ...changing(milestone),
    })
    .execute()
  await sql`insert into milestone_history (milestone_id, version, state, at) values ${historyRows([milestone], at)}`.execute(
    tx,
  )
}

/**
 * Saves what decisions made of a milestone, one step after the other, and puts its project to the top, in one
 * statement. Answers the states of the commission's other milestones.
 */
export async function saveMilestone(
  tx: Tx,
  deal: Deal,
  steps: readonly [Milestone, ...Milestone[]],
  at: Instant,
): Promise<Milestone['state'][]> {
  const last = steps.at(-1) ?? steps[0]
  const now = new Date(at)
  const reached = (state: Milestone['state']) => steps.some((step) => step.state === state)
  const next = {
    ...changing(last),
    updated_at: now,
    ...(reached('funded') ? { funded_at: now } : {}),
    ...(reached('approved')
      ? { approved_at: now, approved_deliverable_id: last.submission?.deliverableId ?? null }
      : {}),
    ...(reached('released') ? { released_at: now } : {}),
  } satisfies Updateable<Tables['milestones']>
  const set = Object.entries(next).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<{ state: Milestone['state'] }>`
    with saved as (update milestones set ${sql.join(set)} where id = ${last.id}),
    steps as (insert into milestone_history (milestone_id, version, state, at) values ${historyRows(steps, at)}),
    ${touching(deal.projectId, at)}
    select state from milestones where commission_id = ${deal.commissionId} and id <> ${last.id}`.execute(tx)
  return rows.map((row) => row.state)
}

function changing({ attempt, submission, ...milestone }: Milestone) {
  return {
    state: milestone.state,
    version: milestone.version,
    round: milestone.round,
    due_at: new Date(milestone.dueAt),
    attempt_id: attempt?.chargeId ?? null,
    attempt_expires_at: attempt ? new Date(attempt.expiresAt) : null,
    submitted_deliverable_id: submission?.deliverableId ?? null,
    submitted_hash: submission?.hash ?? null,
    submitted_at: submission ? new Date(submission.at) : null,
    review_ends_at: submission ? new Date(submission.reviewEndsAt) : null,
  }
}

function historyRows(steps: readonly Milestone[], at: Instant): RawBuilder<unknown> {
  return sql.join(steps.map(({ id, version, state }) => sql`(${id}, ${version}, ${state}, ${new Date(at)})`))
}

/** Whether the ledger has a posting with one of these causes. */
export async function isPosted(tx: Tx, causes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from ledger_transactions where cause = any(${causes}) limit 1`.execute(tx)
  return rows.length > 0
}

/** Nothing of the milestone's money moves any more until the flag is taken away. */
export async function flagFrozen(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('milestones').set({ frozen: true }).where('id', '=', id).execute()
}
