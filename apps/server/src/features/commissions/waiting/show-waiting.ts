import { type Waiting as WaitingView } from '@veranda/contract/commissions/schemas.ts'
import { type Waiting, waitingIn } from '@veranda/core/commissions/waiting.ts'
import { type CommissionId, type MilestoneId } from '@veranda/core/ids.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { branded } from '../branded.ts'
import { showPerson } from '../../../access/person.ts'
import { type WaitingRow } from './find-waiting.ts'

export type WaitingShown = WaitingView & { readonly onMe: boolean }

/** Who is waited upon in a commission, seen by one of its two parties. */
export function showWaiting(row: WaitingRow, readerId: string, now: Instant): WaitingShown[] {
  const commission = {
    id: branded<CommissionId>(row.id),
    state: row.state,
    expiresAt: row.expires_at,
    reviews: row.reviews_close_at === null ? null : { closeAt: row.reviews_close_at, written: row.reviewed },
    milestones: row.milestones.map((milestone) => ({
      id: branded<MilestoneId>(milestone.id),
      state: milestone.state,
      dueAt: milestone.due_at,
      attemptExpiresAt: milestone.attempt_expires_at,
      reviewEndsAt: milestone.review_ends_at,
    })),
  }
  const side = row.client.id === readerId ? 'client' : 'creator'
  const other = showPerson(side === 'client' ? row.creator : row.client)
  return waitingIn(commission, now).map((waiting) => {
    const milestone = row.milestones.find((one) => one.id === waiting.milestoneId)
    return {
      key: `${waiting.milestoneId ?? waiting.commissionId}:${waiting.verb}:${waiting.on}`,
      verb: waiting.verb,
      projectId: row.project_id,
      projectTitle: row.project_title,
      commissionId: waiting.commissionId,
      milestoneId: waiting.milestoneId,
      subject: milestone?.title ?? row.project_title,
      other,
      amount: amountOf(waiting, row, milestone, side),
      by: waiting.by === null ? null : toIso(waiting.by),
      otherwise: waiting.otherwise,
      onMe: waiting.on === side,
    }
  })
}

/** What it is about: the offered price, or what this side pays or gets for the milestone. */
function amountOf(
  waiting: Waiting,
  row: WaitingRow,
  milestone: WaitingRow['milestones'][number] | undefined,
  side: 'client' | 'creator',
): WaitingView['amount'] {
  if (milestone) {
    const { amount, client_fee, creator_fee, currency } = milestone
    return { amount: side === 'client' ? amount + client_fee : amount - creator_fee, currency }
  }
  const onTable = waiting.verb === 'answer-offer' || waiting.verb === 'answer-counter-offer'
  return onTable && row.price !== null && row.currency !== null ? { amount: row.price, currency: row.currency } : null
}
