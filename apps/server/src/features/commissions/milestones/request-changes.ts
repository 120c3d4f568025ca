import { type ChangesBody } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverable.ts'
import { requestChanges as decide } from '@veranda/core/commissions/request-changes.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { insertChanges, namedBy, setDeliverableState } from '../deliverables/rows.ts'
import { tell } from '../tell.ts'
import { ownMilestone } from './own-milestone.ts'
import { readMilestone } from './read-milestone.ts'
import { stopReview } from './review-timer.ts'
import { saveMilestone } from './rows.ts'

/** The client sends one exact version back with concrete items; that is one round of the agreed ones. */
export async function requestChanges(at: At, id: string, body: ChangesBody): Promise<Result<MilestoneView>> {
  const { tx, deps } = at
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const input = { ...namedBy(body), items: body.items, expected: body.expected }
  const decided = decide(milestone, deal, party, input, by.at)
  if (!decided.ok) return decided
  const { next, event, items } = decided.value
  await saveMilestone(tx, deal, [next], by.at)
  await setDeliverableState(tx, event.data.deliverableId, deliverableStateAfter['request-changes'])
  await insertChanges(tx, { ...event.data, items, ids: deps.ids }, by.at)
  await stopReview(tx, id)
  await tell(tx, event, by)
  return readMilestone(at, id)
}
