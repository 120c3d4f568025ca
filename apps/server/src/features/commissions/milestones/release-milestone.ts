import { type Agreement, type Decision } from '@veranda/core/commissions/agreement.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { isTerminal, type MilestoneState } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { release } from '@veranda/core/commissions/milestones/release.ts'
import { endCommission as decide } from '@veranda/core/commissions/offers/commission.ts'
import { release as releasePosting } from '@veranda/core/ledger/transaction-builders.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendCommissionEvent, appendCommissionEvents } from '../append-commission-event.ts'
import { type Cause } from '../../../platform/access/command-context.ts'
import { lockCommission, saveCommission } from '../offers/commission.repository.ts'
import { outdateChangeOrder } from '../change-orders/change-order.repository.ts'
import { scheduleProjectCompletion } from '../projects/complete-project.ts'
import { type LockedMilestone, saveMilestone } from './milestone.repository.ts'

/**
 * Saves an approval and posts the `release` once. A milestone that is frozen or charged back (`isChargedBack`) stays in
 * `approved` and its money does not move.
 */
export async function releaseMilestone(
  tx: Tx,
  agreement: Agreement,
  approved: Decision<Milestone, CommissionEvent<'milestone.approved'>>,
  chargedBack: boolean,
  by: Cause,
): Promise<void> {
  const frozen = approved.next.frozen || chargedBack
  const { auto } = approved.event.data
  const released = release({ ...approved.next, frozen }, agreement, { auto }, by.at)
  if (!released.ok) {
    await saveMilestone(tx, agreement, [approved.next], by.at)
    await appendCommissionEvent(tx, approved.event, by)
    return
  }
  await postRelease(tx, agreement, [approved.next], released.value, by, approved.event)
}

/**
 * Releases an approved milestone whose chargeback the creator has won; the chargeback had kept it from being released with
 * its approval.
 */
export async function releaseUnfrozen(
  tx: Tx,
  { milestone, agreement }: Pick<LockedMilestone, 'milestone' | 'agreement'>,
  at: Instant,
): Promise<void> {
  const released = release(milestone, agreement, { auto: await wasApprovedAutomatically(tx, milestone.id) }, at)
  if (released.ok) await postRelease(tx, agreement, [], released.value, { actor: null, at })
}

async function wasApprovedAutomatically(tx: Tx, milestoneId: string): Promise<boolean> {
  const { rows } = await sql<{ auto: boolean }>`
    select (data ->> 'auto')::boolean as auto from events
    where type = 'milestone.approved' and subject_id = ${milestoneId} order by position desc limit 1`.execute(tx)
  return rows[0]?.auto === true
}

type ReleaseDecision = Extract<ReturnType<typeof release>, { ok: true }>['value']

/** Saves a release after the steps before it, posts it once, and ends the commission if it was the last. */
async function postRelease(
  tx: Tx,
  agreement: Agreement,
  before: readonly Milestone[],
  { next, part, event }: ReleaseDecision,
  by: Cause,
  approval?: CommissionEvent<'milestone.approved'>,
): Promise<void> {
  const { kind, entries } = releasePosting({ escrow: next.id, creator: agreement.creatorId }, part)
  const [first = next, ...rest] = before
  const steps = before.length === 0 ? ([next] as const) : ([first, ...rest, next] as const)
  const [posted, otherStates] = await Promise.all([
    postTransaction(tx, {
      cause: `release:${next.id}`,
      kind,
      currency: next.currency,
      entries,
      at: by.at,
      projectId: agreement.projectId,
      milestoneId: next.id,
      parties: { client: agreement.clientId, creator: agreement.creatorId },
    }),
    saveMilestone(tx, agreement, steps, by.at),
  ])
  if (!posted.ok) throw new Error(`milestone released twice: ${next.id}`)
  const last = otherStates.every(isTerminal)
  await appendCommissionEvents(tx, [
    ...(approval ? [[{ ...approval, data: { ...approval.data, released: true } }, by] as const] : []),
    [
      { ...event, data: { ...event.data, last } },
      { ...by, actor: null },
    ],
  ])
  await endCommission(tx, agreement, [next.state, ...otherStates], by.at)
}

/** Ends the commission when its last milestone was released; the project completes 30 days later. */
export async function endCommission(
  tx: Tx,
  agreement: Agreement,
  states: readonly MilestoneState[],
  at: Instant,
): Promise<void> {
  // Milestones change only while their commission is locked, so these states are current.
  if (!states.every(isTerminal)) return
  const commission = await lockCommission(tx, agreement.commissionId)
  if (!commission) return
  const decided = decide(commission, states, agreement.rates, at)
  if (!decided.ok) return
  await saveCommission(tx, decided.value.next, at)
  await outdateChangeOrder(tx, agreement.commissionId, at)
  await appendCommissionEvent(tx, decided.value.event, { actor: null, at })
  await scheduleProjectCompletion(tx, agreement.projectId, at)
}
