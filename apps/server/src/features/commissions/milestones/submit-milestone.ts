import { type VersionBody } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverable.ts'
import { submit } from '@veranda/core/commissions/submit.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { findDeliverable, namedBy, setDeliverableState } from '../deliverables/rows.ts'
import { unmetLimits } from '../deliverables/unmet-limits.ts'
import { tell } from '../tell.ts'
import { ownMilestone } from './own-milestone.ts'
import { readMilestone } from './read-milestone.ts'
import { scheduleReview } from './review-timer.ts'
import { saveMilestone } from './rows.ts'

/** The creator puts one exact version before the client; the review window starts anew. */
export async function submitMilestone(at: At, id: string, body: VersionBody): Promise<Result<MilestoneView>> {
  const { tx } = at
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const deliverable = await findDeliverable(tx, body.deliverableId)
  if (!deliverable) return refuse('deliverable.other-version', 'conflict')
  const input = { ...namedBy(body), expected: body.expected }
  const unmet = await unmetLimits(tx, deliverable.id)
  const decided = submit(milestone, deal, party, input, { ...deliverable, ready: true, unmet }, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(tx, deal, [next], by.at)
  await setDeliverableState(tx, deliverable.id, deliverableStateAfter.submit)
  if (next.submission) await scheduleReview(tx, next.id, next.submission, 1)
  await tell(tx, event, by)
  return readMilestone(at, id)
}
