import { type VersionBody } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { approve } from '@veranda/core/commissions/approve.ts'
import { needsConfirmation } from '@veranda/core/money/confirm-above.ts'
import { type Result } from '@veranda/core/result.ts'
import { confirmedUntil } from '../../../access/confirmed.ts'
import { type RequestInfo } from '../../../http/serve.ts'
import { type At } from '../at.ts'
import { namedBy } from '../deliverables/rows.ts'
import { ownMilestone } from './own-milestone.ts'
import { readMilestone } from './read-milestone.ts'
import { releaseApproved } from './release-approved.ts'
import { stopReview } from './review-timer.ts'

type Asked = At & { readonly request: Pick<RequestInfo, 'cookieToken'> }

/**
 * The client approves one exact version; its protected funds are released in the same transaction. A large sum needs
 * that this session was freshly confirmed (decision 018).
 */
export async function approveMilestone(at: Asked, id: string, body: VersionBody): Promise<Result<MilestoneView>> {
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const confirmed = needsConfirmation(milestone) && (await isConfirmed(at))
  const approved = approve(milestone, deal, party, { ...namedBy(body), expected: body.expected, confirmed })
  if (!approved.ok) return approved
  await stopReview(at.tx, id)
  await releaseApproved(at.tx, deal, approved.value, by)
  return readMilestone(at, id)
}

async function isConfirmed({ tx, actor, request, clock }: Asked): Promise<boolean> {
  return (await confirmedUntil(tx, { actor, cookieToken: request.cookieToken }, clock.now())) !== undefined
}
