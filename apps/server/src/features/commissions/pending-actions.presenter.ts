import { type PendingAction as PendingActionDto } from '@veranda/contract/commissions/projects/schemas.ts'
import {
  type CommissionProgress,
  type MilestoneProgress,
  type PendingAction,
  pendingActionsIn,
} from '@veranda/core/commissions/pending-actions.ts'
import { asId, type CommissionId, type MilestoneId } from '@veranda/core/ids.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { toUserSummaryDto } from '../../platform/access/user.presenter.ts'
import { requiredColumn } from '../../platform/db/required-column.ts'
import { toDueClock } from './milestones/due-dates/due-clock-columns.ts'
import { type CommissionProgressRow } from './pending-actions.repository.ts'

export type PendingActionForViewer = PendingActionDto & { readonly onMe: boolean }

/** Maps the pending actions of a commission to DTOs for one of its parties. */
export function toPendingActionDtos(
  row: CommissionProgressRow,
  readerId: string,
  { now, paymentsOn }: { readonly now: Instant; readonly paymentsOn: boolean },
): PendingActionForViewer[] {
  const side = row.client.id === readerId ? 'client' : 'creator'
  const counterpart = toUserSummaryDto(side === 'client' ? row.creator : row.client)
  const offerable = <A extends string>(actions: A[]) => offerableActions(actions, paymentsOn)
  return pendingActionsIn(toProgress(row), now, offerable).map((pending) => {
    const milestone = row.milestones.find((one) => one.id === pending.milestoneId)
    return {
      key: `${pending.milestoneId ?? pending.commissionId}:${pending.action}:${pending.party}`,
      action: pending.action,
      actions: pending.party === side ? [...pending.steps] : [],
      projectId: row.project_id,
      projectTitle: row.project_title,
      commissionId: pending.commissionId,
      milestoneId: pending.milestoneId,
      subject: milestone?.title ?? row.project_title,
      counterpart,
      amount: amountOf(pending, row, milestone, side),
      deadline: pending.deadline && { ...pending.deadline, at: toIso(pending.deadline.at) },
      onMe: pending.party === side,
    }
  })
}

/** Returns the commission with the fields of its state. Throws RangeError if one of them is not stored. */
function toProgress(row: CommissionProgressRow): CommissionProgress {
  const { state } = row
  const base = {
    id: asId<CommissionId>(row.id),
    milestones: row.milestones.map((one) => toMilestoneProgress(one, row)),
  }
  switch (state) {
    case 'requested':
    case 'offered':
    case 'countered':
    case 'accepted':
      return { ...base, state, expiresAt: stored(row.expires_at, 'expires_at') }
    case 'active':
      return { ...base, state, settlement: row.settlement, changeOrder: row.change_order, disputes: row.disputes }
    case 'completed': {
      const closeAt = row.reviews_close_at
      return { ...base, state, reviews: closeAt === null ? null : { closeAt, written: row.reviewed } }
    }
    default:
      return { ...base, state }
  }
}

function toMilestoneProgress(
  row: CommissionProgressRow['milestones'][number],
  commission: CommissionProgressRow,
): MilestoneProgress {
  const { state, round, rounds, frozen } = row
  const base = {
    id: asId<MilestoneId>(row.id),
    dueAt: row.due_at,
    round,
    rounds,
    frozen,
    roundRequested: row.round_requested,
    clock: toDueClock(row),
    rates: requiredColumn(commission.rates, 'commission', commission),
    reviewWindowDays: row.review_window_days,
  }
  switch (state) {
    case 'funding':
      return { ...base, state, attemptExpiresAt: stored(row.attempt_expires_at, 'attempt_expires_at') }
    case 'submitted':
      return { ...base, state, reviewEndsAt: stored(row.review_ends_at, 'review_ends_at') }
    default:
      return { ...base, state }
  }
}

function stored(value: Instant | null, column: string): Instant {
  if (value === null) throw new RangeError(`${column} is not stored`)
  return value
}

/** Returns the amount concerned: the offered price, or what this party pays or receives for the milestone. */
function amountOf(
  pending: PendingAction,
  row: CommissionProgressRow,
  milestone: CommissionProgressRow['milestones'][number] | undefined,
  side: 'client' | 'creator',
): PendingActionDto['amount'] {
  if (milestone) {
    const { amount, client_fee, creator_fee, currency } = milestone
    return { amount: side === 'client' ? amount + client_fee : amount - creator_fee, currency }
  }
  const isOffer = pending.action === 'answer-offer' || pending.action === 'answer-counter-offer'
  return isOffer && row.price !== null && row.currency !== null ? { amount: row.price, currency: row.currency } : null
}
