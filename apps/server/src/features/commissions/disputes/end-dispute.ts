import { type Dispute as DisputeView } from '@veranda/contract/commissions/disputes/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { type CommissionEventType } from '@veranda/core/commissions/events.ts'
import {
  acceptTerms as accept,
  closeDispute,
  type DisputeEnd,
  type PartIds,
  withdrawDispute as withdraw,
} from '@veranda/core/commissions/disputes/dispute.ts'
import { escrowEndsAt } from '@veranda/core/commissions/milestones/due-clock.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { type Agreement } from '@veranda/core/commissions/agreement.ts'
import { asId, type IdGenerator, type RefundId, type ReleaseId } from '@veranda/core/ids.ts'
import { disputeResolve } from '@veranda/core/ledger/reversals.ts'
import { type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Cause, type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendCommissionEvent, appendCommissionEvents } from '../append-commission-event.ts'
import { setDeliverableState } from '../deliverables/deliverable.repository.ts'
import { scheduleDueTimer } from '../milestones/due-dates/due-timer.ts'
import { scheduleEscrowTimer } from '../milestones/due-dates/escrow-timer.ts'
import { scheduleNoticeTimer } from '../milestones/due-dates/give-notice.ts'
import { insertRefund } from '../milestones/milestone-refund.repository.ts'
import { saveMilestone } from '../milestones/milestone.repository.ts'
import { endCommission } from '../milestones/release-milestone.ts'
import { resumeReviewTimer } from '../milestones/review-timer.ts'
import { hasSteppedUp, type SettlementContext } from '../settlements/propose-settlement.ts'
import { insertRelease } from '../settlements/settlement.repository.ts'
import {
  closeTerms,
  findRunningDispute,
  lockDispute,
  lockDisputeFor,
  type LockedDispute,
  saveDispute,
} from './dispute.repository.ts'
import { readDispute } from './read-dispute.ts'

/** Returns ids for what the end of a dispute releases and refunds. */
export function newPartIds(ids: IdGenerator): PartIds {
  return { releaseId: asId<ReleaseId>(ids.next()), refundId: asId<RefundId>(ids.next()) }
}

/** Accepts the open terms on behalf of the side that they wait for, which ends the dispute. */
export async function acceptTerms(
  ctx: SettlementContext,
  id: string,
  { expected }: ExpectedBody,
): Promise<Result<DisputeView>> {
  const locked = await lockDisputeFor(ctx, id)
  if (!locked.ok) return locked
  const { party, by } = locked.value
  const input = { ...newPartIds(ctx.deps.ids), expected, hasSteppedUp: await hasSteppedUp(ctx) }
  const decided = accept(locked.value, party, input, by.at)
  if (!decided.ok) return decided
  await closeTerms(ctx.tx, locked.value.dispute.id, 'accepted', by.at)
  await carryOutEnd(ctx.tx, locked.value, decided.value, input, by)
  return readDispute(ctx, id)
}

/** Withdraws a dispute on behalf of the side that opened it. */
export async function withdrawDispute(
  ctx: CommandContext,
  id: string,
  { expected }: ExpectedBody,
): Promise<Result<DisputeView>> {
  const locked = await lockDisputeFor(ctx, id)
  if (!locked.ok) return locked
  const { party, by } = locked.value
  const input = { ...newPartIds(ctx.deps.ids), expected }
  const decided = withdraw(locked.value, party, input, by.at)
  if (!decided.ok) return decided
  await carryOutEnd(ctx.tx, locked.value, decided.value, input, by)
  return readDispute(ctx, id)
}

/** Closes the dispute of a milestone whose charge was charged back, if there is one, so that all of its escrow freezes. */
export async function closeDisputeOf(tx: Tx, ids: IdGenerator, milestoneId: string, at: Instant): Promise<void> {
  const id = await findRunningDispute(tx, milestoneId)
  const locked = id === undefined ? undefined : await lockDispute(tx, id)
  if (!locked) return
  const partIds = newPartIds(ids)
  const decided = closeDispute(locked, partIds, at)
  if (decided.ok) await carryOutEnd(tx, locked, decided.value, partIds, { actor: null, at })
}

/**
 * Carries out the end of a dispute: posts its shares (`dispute_resolve`), once, saves the milestone and starts its clocks
 * again. What is released matures as after an approval, and payments refunds the card with what goes back.
 */
export async function carryOutEnd(
  tx: Tx,
  { agreement, milestone }: LockedDispute,
  { next, resolved, event }: DisputeEnd<CommissionEventType>,
  { releaseId, refundId }: PartIds,
  by: Cause,
  reason = '',
): Promise<void> {
  const { released, refunded, returned, isApproved } = resolved
  const { clientId: client, creatorId: creator } = agreement
  const ended = resolved.next
  // A milestone that is released was approved in the same step, as by its client.
  const steps: readonly [Milestone, ...Milestone[]] =
    isApproved && ended.state === 'released'
      ? [
          { ...ended, state: 'approved' },
          { ...ended, version: ended.version + 1 },
        ]
      : [ended]
  const otherStates = await saveMilestone(tx, agreement, steps, by.at)
  const submission = milestone.state === 'disputed' ? milestone.dispute.submission : null
  // The version was neither approved nor sent back.
  if (submission && isEnded(ended) && !isApproved) await setDeliverableState(tx, submission.deliverableId, 'withdrawn')
  await closeTerms(tx, next.id, 'closed', by.at)
  await saveDispute(tx, next, by.at)
  if (released.amount > 0 && !isApproved) {
    await insertRelease(tx, ended, { ...released, releaseId }, { settlementId: null, disputeId: next.id }, by.at)
  }
  if (refunded.amount > 0) {
    await insertRefund(tx, { id: refundId, milestoneId: ended.id, part: refunded, reason, cause: 'dispute' }, by.at)
  }
  // What was disputed froze with the rest of the escrow when the charge was charged back.
  if (next.state !== 'closed') {
    const posted = await postTransaction(tx, {
      ...disputeResolve({ escrow: ended.id, client, creator }, released, refunded, returned),
      cause: `dispute-resolve:${next.id}`,
      currency: ended.currency,
      at: by.at,
      projectId: agreement.projectId,
      milestoneId: ended.id,
      parties: { client, creator },
    })
    if (!posted.ok) throw new Error(`dispute resolved twice: ${next.id}`)
  }
  await appendCommissionEvent(tx, event, by)
  const last = otherStates.every(isTerminal)
  await appendCommissionEvents(
    tx,
    resolved.events.map((one) => [
      one.type === 'milestone.released' ? { ...one, data: { ...one.data, last } } : one,
      { ...by, actor: null },
    ]),
  )
  await startClocks(tx, ended, agreement, by.at)
  await endCommission(tx, agreement, [ended.state, ...otherStates], by.at)
}

const isEnded = ({ state }: Milestone): boolean => isTerminal(state) || state === 'refunding'

/** Schedules the steps of a milestone that goes on after a dispute. */
async function startClocks(tx: Tx, milestone: Milestone, agreement: Agreement, now: Instant): Promise<void> {
  if (isEnded(milestone)) return
  const endsAt = escrowEndsAt(milestone.clock, agreement.rates)
  if (endsAt !== null) await scheduleEscrowTimer(tx, milestone.id, endsAt)
  if (milestone.state === 'submitted') return resumeReviewTimer(tx, milestone.id, milestone.submission, now)
  const { noticeEndsAt } = milestone.clock
  if (noticeEndsAt !== null) await scheduleNoticeTimer(tx, milestone.id, noticeEndsAt)
  await scheduleDueTimer(tx, milestone, agreement, now)
}
