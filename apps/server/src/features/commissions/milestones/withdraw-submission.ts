import { type ExpectedBody, type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverable.ts'
import { withdrawSubmission as decide } from '@veranda/core/commissions/withdraw-submission.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { setDeliverableState } from '../deliverables/rows.ts'
import { tell } from '../tell.ts'
import { ownMilestone } from './own-milestone.ts'
import { readMilestone } from './read-milestone.ts'
import { stopReview } from './review-timer.ts'
import { saveMilestone } from './rows.ts'

/** The creator takes back what the client has not answered yet. */
export async function withdrawSubmission(at: At, id: string, body: ExpectedBody): Promise<Result<MilestoneView>> {
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const decided = decide(milestone, deal, party, body)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(at.tx, deal, [next], by.at)
  await setDeliverableState(at.tx, event.data.deliverableId, deliverableStateAfter['withdraw-submission'])
  await stopReview(at.tx, id)
  await tell(at.tx, event, by)
  return readMilestone(at, id)
}
