import { type Deal, type Decision } from '@veranda/core/commissions/deal.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type Milestone } from '@veranda/core/commissions/milestone.ts'
import { release } from '@veranda/core/commissions/release.ts'
import { release as releasePosting } from '@veranda/core/ledger/postings.ts'
import { type Tx } from '../../../db/database.ts'
import { post } from '../../../ledger/post.ts'
import { type By } from '../at.ts'
import { approveDeliverable } from '../deliverables/rows.ts'
import { tell, tellAll } from '../tell.ts'
import { endCommission } from './end-commission.ts'
import { saveMilestone } from './rows.ts'

/**
 * Saves an approval and releases the money with it (T3), once. A frozen milestone rests in `approved` with its money
 * where it is.
 */
export async function releaseApproved(
  tx: Tx,
  deal: Deal,
  approved: Decision<Milestone, CommissionEvent<'milestone.approved'>>,
  by: By,
): Promise<void> {
  const { deliverableId } = approved.event.data
  const { chargedBack } = await approveDeliverable(tx, deliverableId, approved.next.id)
  const frozen = approved.next.frozen || chargedBack
  const released = release({ ...approved.next, frozen }, deal, by.at)
  if (!released.ok) {
    await saveMilestone(tx, deal, [approved.next], by.at)
    await tell(tx, approved.event, by)
    return
  }
  const { next, part, event } = released.value
  const { kind, entries } = releasePosting({ milestone: next.id, creator: deal.creatorId }, part)
  const posted = await post(tx, {
    cause: `release:${next.id}`,
    kind,
    currency: next.currency,
    entries,
    at: by.at,
    projectId: deal.projectId,
    milestoneId: next.id,
    people: { client: deal.clientId, creator: deal.creatorId },
  })
  if (!posted.ok) throw new Error(`a milestone was released twice: ${next.id}`)
  const others = await saveMilestone(tx, deal, [approved.next, next], by.at)
  await tellAll(tx, [
    [approved.event, by],
    [event, { ...by, actor: null }],
  ])
  await endCommission(tx, deal, [next.state, ...others], by.at)
}
