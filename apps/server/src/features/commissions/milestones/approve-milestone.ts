import { type Milestone as MilestoneView, type VersionBody } from '@veranda/contract/commissions/schemas.ts'
import { approve } from '@veranda/core/commissions/approve.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { namedBy } from '../deliverables/rows.ts'
import { ownMilestone } from './own-milestone.ts'
import { readMilestone } from './read-milestone.ts'
import { releaseApproved } from './release-approved.ts'
import { stopReview } from './review-timer.ts'

/** The client approves one exact version; its protected funds are released in the same transaction. */
export async function approveMilestone(at: At, id: string, body: VersionBody): Promise<Result<MilestoneView>> {
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const approved = approve(milestone, deal, party, { ...namedBy(body), expected: body.expected })
  if (!approved.ok) return approved
  await stopReview(at.t, id)
  await releaseApproved(at.t, deal, approved.value, by)
  return readMilestone(at, id)
}
