import { type Agreement, partyOf } from '@veranda/core/commissions/agreement.ts'
import { type AgreedMilestone } from '@veranda/core/commissions/change-orders/contract.ts'
import { type TopUp, topUpReminderAt } from '@veranda/core/commissions/change-orders/top-up.ts'
import { asId, type ChangeOrderId, type ChargeId, type MilestoneId, type TopUpId } from '@veranda/core/ids.ts'
import { minor } from '@veranda/core/money/money.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { instant, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Cause, type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { requiredColumn } from '../../../platform/db/required-column.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { scheduleTimer } from '../../../platform/timers/timers.ts'
import { isChargedBack, lockMilestone } from '../milestones/milestone.repository.ts'

/** Timer kind that reminds both sides of a top-up, and expires it. */
export const topUpTimerKind = 'commissions.top-up'

/** A locked top-up with its milestone, in the terms that are in force for it. */
export type LockedTopUp = { readonly topUp: TopUp; readonly agreed: AgreedMilestone; readonly agreement: Agreement }

/** Stores a top-up that a signed change order requests, and schedules its reminder and its end. */
export async function insertTopUp(tx: Tx, topUp: TopUp, at: Instant): Promise<void> {
  const { dueAt, ...terms } = topUp.terms
  await tx
    .insertInto('top_ups')
    .values({
      id: topUp.id,
      milestone_id: topUp.milestoneId,
      change_order_id: topUp.changeOrderId,
      state: topUp.state,
      terms: JSON.stringify({ ...terms, dueAt: toIso(dueAt) }),
      price: topUp.price,
      client_fee: topUp.clientFee,
      attempt_id: null,
      attempt_expires_at: null,
      expires_at: new Date(topUp.expiresAt),
      created_at: new Date(at),
      ended_at: null,
    })
    .execute()
  const remindAt = topUpReminderAt(topUp, at)
  await scheduleTopUpTimer(tx, topUp, remindAt === undefined ? 'expire' : 'remind', remindAt ?? topUp.expiresAt)
}

/** Schedules the next step of a top-up. One that ends before leaves its timer, which then does nothing. */
export async function scheduleTopUpTimer(
  tx: Tx,
  { id }: Pick<TopUp, 'id'>,
  step: 'remind' | 'expire',
  at: Instant,
): Promise<void> {
  const subject = { kind: 'top-up', id }
  await scheduleTimer(tx, { kind: topUpTimerKind, subject, at, key: `${topUpTimerKind}:${id}`, data: { step } })
}

/** Saves the state of a top-up with its running attempt. */
export async function saveTopUp(tx: Tx, { id, state, version, attempt }: TopUp, at: Instant): Promise<void> {
  const isOpen = state === 'waiting' || state === 'paying'
  await tx
    .updateTable('top_ups')
    .set({
      state,
      version,
      attempt_id: attempt?.chargeId ?? null,
      attempt_expires_at: attempt ? new Date(attempt.expiresAt) : null,
      ended_at: isOpen ? null : new Date(at),
    })
    .where('id', '=', id)
    .execute()
}

/** Closes the open top-up of a milestone that another change order changes; a payment that still arrives is refunded. */
export async function closeTopUp(tx: Tx, milestoneId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('top_ups')
    .set((e) => ({
      state: 'closed',
      version: e('version', '+', 1),
      attempt_id: null,
      attempt_expires_at: null,
      ended_at: new Date(at),
    }))
    .where('milestone_id', '=', milestoneId)
    .where('state', 'in', ['waiting', 'paying'])
    .execute()
}

/** Locks a top-up and its milestone, and returns the actor's side. Refuses top-up.not-found to everyone else. */
export async function lockTopUpFor(
  { tx, actor, clock }: CommandContext,
  id: string,
): Promise<Result<LockedTopUp & { readonly party: 'client' | 'creator'; readonly by: Cause & { actor: string } }>> {
  const locked = await lockTopUp(tx, 'id', id)
  const party = locked && partyOf(locked.agreement, actor.id)
  if (!locked || !party) return refuse('top-up.not-found', 'not-found')
  return ok({ ...locked, party, by: { actor: actor.id, at: clock.now() } })
}

/** Locks a top-up by its id, or by the charge of its running attempt; its commission and milestone are locked first. */
export async function lockTopUp(tx: Tx, by: 'id' | 'attempt_id', value: string): Promise<LockedTopUp | undefined> {
  const found = await tx.selectFrom('top_ups').select(['id', 'milestone_id']).where(by, '=', value).executeTakeFirst()
  const locked = found && (await lockMilestone(tx, found.milestone_id))
  if (!locked) return undefined
  const row = await tx.selectFrom('top_ups').selectAll().where(by, '=', value).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const { agreement, milestone, ...terms } = locked
  // Known before the flag, which an event handler sets later.
  const frozen = milestone.frozen || (await isChargedBack(tx, milestone.id))
  const { reviewRounds } = agreement
  return { topUp: toTopUp(row), agreed: { milestone: { ...milestone, frozen }, ...terms, reviewRounds }, agreement }
}

function toTopUp(row: Selectable<Tables['top_ups']>): TopUp {
  const { dueAt, ...terms } = row.terms
  const fields = {
    id: asId<TopUpId>(row.id),
    milestoneId: asId<MilestoneId>(row.milestone_id),
    changeOrderId: asId<ChangeOrderId>(row.change_order_id),
    version: row.version,
    terms: { ...terms, dueAt: instant(Date.parse(dueAt)) },
    price: minor(row.price),
    clientFee: minor(row.client_fee),
    expiresAt: row.expires_at,
  }
  const { state } = row
  if (state !== 'paying') return { ...fields, state, attempt: null }
  const chargeId = asId<ChargeId>(requiredColumn(row.attempt_id, 'top-up', row))
  const expiresAt = requiredColumn(row.attempt_expires_at, 'top-up', row)
  return { ...fields, state, attempt: { chargeId, expiresAt } }
}
