import { type Agreement, partyOf } from '@veranda/core/commissions/agreement.ts'
import { type Dispute, type DisputeTerms, nextDisputeStepAt } from '@veranda/core/commissions/disputes/dispute.ts'
import { isRunning } from '@veranda/core/commissions/disputes/dispute-states.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { asId, type DisputeId, type DisputeTermsId, type MilestoneId, type UserId } from '@veranda/core/ids.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type AdminQueue } from '../../../platform/access/admin-queue.ts'
import { type Cause, type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { scheduleTimer } from '../../../platform/timers/timers.ts'
import { isChargedBack, lockMilestone } from '../milestones/milestone.repository.ts'

/** Timer kind of the reminder and the deadlines of a dispute. */
export const disputeTimerKind = 'commissions.dispute'

/** A dispute with its milestone and contract, all locked. */
export type LockedDispute = {
  readonly dispute: Dispute
  readonly milestone: Milestone
  readonly agreement: Agreement
}

/** Locks a dispute, its commission and milestone first. A chargeback that is known counts as a freeze. */
export async function lockDispute(tx: Tx, id: string): Promise<LockedDispute | undefined> {
  const found = await tx.selectFrom('disputes').select('milestone_id').where('id', '=', id).executeTakeFirst()
  const locked = found && (await lockMilestone(tx, found.milestone_id))
  if (!locked) return undefined
  const row = await tx.selectFrom('disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const frozen = locked.milestone.frozen || (await isChargedBack(tx, locked.milestone.id))
  const terms = await tx
    .selectFrom('dispute_terms')
    .selectAll()
    .where('dispute_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  const answer = await tx
    .selectFrom('dispute_evidence')
    .select('side')
    .where('dispute_id', '=', id)
    .where('side', '<>', row.opener)
    .executeTakeFirst()
  const dispute = toDispute(row, terms, answer !== undefined)
  return { dispute, milestone: { ...locked.milestone, frozen }, agreement: locked.agreement }
}

export type DisputeForActor = LockedDispute & {
  readonly party: 'client' | 'creator'
  readonly by: Cause & { actor: string }
}

/** Locks a dispute and returns the actor's side. Refuses dispute.not-found to everyone else. */
export async function lockDisputeFor(
  { tx, actor, clock }: CommandContext,
  id: string,
): Promise<Result<DisputeForActor>> {
  const locked = await lockDispute(tx, id)
  const party = locked && partyOf(locked.agreement, actor.id)
  if (!locked || !party) return refuse('dispute.not-found', 'not-found')
  return ok({ ...locked, party, by: { actor: actor.id, at: clock.now() } })
}

/** Returns the id of the dispute that runs about a milestone. */
export async function findRunningDispute(tx: Tx, milestoneId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('disputes')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

function toDispute(
  row: Selectable<Tables['disputes']>,
  terms: Selectable<Tables['dispute_terms']> | undefined,
  isAnswered: boolean,
): Dispute {
  const { currency } = row
  if (!isCurrency(currency)) throw new RangeError(`stored dispute has unknown currency ${currency}`)
  return {
    id: asId<DisputeId>(row.id),
    milestoneId: asId<MilestoneId>(row.milestone_id),
    commissionId: asId<Dispute['commissionId']>(row.commission_id),
    opener: row.opener,
    state: row.state,
    version: row.version,
    reason: row.reason,
    amount: minor(row.amount),
    currency,
    wish: { release: minor(row.wish_release), refund: minor(row.wish_refund) },
    openedAt: row.opened_at,
    answerBy: row.answer_by,
    mediationEndsAt: row.mediation_ends_at,
    decideBy: row.decide_by,
    isAnswered,
    terms: terms
      ? {
          id: asId<DisputeTermsId>(terms.id),
          by: terms.by_side,
          release: minor(terms.release_price),
          refund: minor(terms.refund_price),
        }
      : null,
    award:
      row.award_release === null || row.award_refund === null
        ? null
        : { release: minor(row.award_release), refund: minor(row.award_refund) },
    decision: toDecision(row),
    review: toReview(row),
    pending: toPending(row),
  }
}

function toDecision(row: Selectable<Tables['disputes']>): Dispute['decision'] {
  const { decided_by: by, decision_release: release, decision_refund: refund, decided_at: at, review_until } = row
  if (by === null || release === null || refund === null || at === null || review_until === null) return null
  return {
    by: asId<UserId>(by),
    release: minor(release),
    refund: minor(refund),
    reason: row.decision_reason,
    at,
    reviewUntil: review_until,
    waivedBy: row.review_waived_by,
    confirmedBy: row.decision_confirmed_by === null ? null : asId<UserId>(row.decision_confirmed_by),
  }
}

function toPending(row: Selectable<Tables['disputes']>): Dispute['pending'] {
  const { pending_by: by, pending_release: release, pending_refund: refund, pending_at: at } = row
  const expiresAt = row.pending_expires_at
  if (by === null || release === null || refund === null || at === null || expiresAt === null) return null
  const shares = { release: minor(release), refund: minor(refund) }
  return { by: asId<UserId>(by), ...shares, reason: row.pending_reason, at, expiresAt }
}

function toReview(row: Selectable<Tables['disputes']>): Dispute['review'] {
  const { review_by: by, review_asked_at: askedAt, review_decide_by: decideBy, reviewed_by: reviewer } = row
  if (by === null || askedAt === null || decideBy === null) return null
  const outcome = reviewer === null ? null : { by: asId<UserId>(reviewer), reason: row.reviewed_reason }
  return { by, reason: row.review_reason, askedAt, decideBy, outcome }
}

/** Inserts a dispute and schedules its first step; the milestone is locked. */
export async function insertDispute(tx: Tx, dispute: Dispute, by: Cause & { actor: string }): Promise<void> {
  await tx
    .insertInto('disputes')
    .values({
      id: dispute.id,
      milestone_id: dispute.milestoneId,
      commission_id: dispute.commissionId,
      opener: dispute.opener,
      opener_id: by.actor,
      state: dispute.state,
      reason: dispute.reason,
      amount: dispute.amount,
      currency: dispute.currency,
      wish_release: dispute.wish.release,
      wish_refund: dispute.wish.refund,
      opened_at: new Date(dispute.openedAt),
      answer_by: new Date(dispute.answerBy),
      mediation_ends_at: new Date(dispute.mediationEndsAt),
      decide_by: new Date(dispute.decideBy),
      ended_at: null,
    })
    .execute()
  await scheduleDisputeTimer(tx, dispute, by.at)
}

/** Schedules the next step of a dispute. One that ends before leaves its timer, which then does nothing. */
export async function scheduleDisputeTimer(tx: Tx, dispute: Dispute, now: Instant): Promise<void> {
  const at = nextDisputeStepAt(dispute, now)
  if (at === undefined) return
  await scheduleTimer(tx, {
    kind: disputeTimerKind,
    subject: { kind: 'dispute', id: dispute.id },
    at,
    key: `${disputeTimerKind}:${dispute.id}`,
  })
}

/** Saves a step of a dispute and schedules the next. */
export async function saveDispute(tx: Tx, dispute: Dispute, at: Instant): Promise<void> {
  const { id, state, version, award, decision, review, pending } = dispute
  await tx
    .updateTable('disputes')
    .set({
      state,
      version,
      award_release: award?.release ?? null,
      award_refund: award?.refund ?? null,
      ...(decision && {
        decided_by: decision.by,
        decision_reason: decision.reason,
        decision_release: decision.release,
        decision_refund: decision.refund,
        decided_at: new Date(decision.at),
        review_until: new Date(decision.reviewUntil),
        review_waived_by: [...decision.waivedBy],
        decision_confirmed_by: decision.confirmedBy,
      }),
      ...(review && {
        review_by: review.by,
        review_reason: review.reason,
        review_asked_at: new Date(review.askedAt),
        review_decide_by: new Date(review.decideBy),
        reviewed_by: review.outcome?.by ?? null,
        reviewed_reason: review.outcome?.reason ?? '',
      }),
      pending_by: pending?.by ?? null,
      pending_release: pending?.release ?? null,
      pending_refund: pending?.refund ?? null,
      pending_reason: pending?.reason ?? '',
      pending_at: pending && new Date(pending.at),
      pending_expires_at: pending && new Date(pending.expiresAt),
      ended_at: isRunning(state) ? null : new Date(at),
    })
    .where('id', '=', id)
    .execute()
  await scheduleDisputeTimer(tx, dispute, at)
}

/** Inserts offered terms in the place of those that are open. */
export async function insertTerms(
  tx: Tx,
  disputeId: DisputeId,
  terms: DisputeTerms & { readonly reason: string },
  by: Cause & { actor: string },
): Promise<void> {
  await closeTerms(tx, disputeId, 'closed', by.at)
  await tx
    .insertInto('dispute_terms')
    .values({
      id: terms.id,
      dispute_id: disputeId,
      by_side: terms.by,
      author_id: by.actor,
      release_price: terms.release,
      refund_price: terms.refund,
      reason: terms.reason,
      state: 'open',
      offered_at: new Date(by.at),
      ended_at: null,
    })
    .execute()
}

/** Ends the open terms of a dispute, if there are any. */
export async function closeTerms(
  tx: Tx,
  disputeId: DisputeId,
  state: 'accepted' | 'declined' | 'closed',
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('dispute_terms')
    .set({ state, ended_at: new Date(at) })
    .where('dispute_id', '=', disputeId)
    .where('state', '=', 'open')
    .execute()
}

/** Disputes as cases; a decision is waited for since the mediation ended, and a review since a side asked for it. */
export const disputeQueue: AdminQueue = {
  name: 'disputes',
  select: () => sql`
    select d.id::text as case_id, case when d.state in ('deciding', 'reviewing') then 'deciding'
        when d.ended_at is null then 'running' else 'ended' end as state,
      case d.state when 'deciding' then d.mediation_ends_at when 'reviewing' then d.review_asked_at
        else coalesce(d.ended_at, d.opened_at) end as opened_at,
      m.title, cl.name || ' · ' || cr.name || ' · '
        || to_char(coalesce(d.review_decide_by, d.decide_by) at time zone 'UTC', 'YYYY-MM-DD') as detail,
      d.amount, d.currency, coalesce(d.review_decide_by, d.decide_by) as due_at
    from disputes d join milestones m on m.id = d.milestone_id
      join users cl on cl.id = m.client_id join users cr on cr.id = m.creator_id`,
}

/** Decisions above the limit as cases, while they wait for a second admin. */
export const confirmationQueue: AdminQueue = {
  name: 'confirmations',
  select: () => sql`
    select d.id::text as case_id, 'open' as state, d.pending_at as opened_at, m.title, ad.name as detail,
      d.pending_release + d.pending_refund as amount, d.currency, d.pending_expires_at as due_at
    from disputes d join milestones m on m.id = d.milestone_id join users ad on ad.id = d.pending_by
    where d.pending_by is not null`,
}
