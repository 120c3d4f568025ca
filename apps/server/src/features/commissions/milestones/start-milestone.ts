import { type ExpectedBody, type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { start } from '@veranda/core/commissions/start.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { tell } from '../tell.ts'
import { ownMilestone } from './own-milestone.ts'
import { readMilestone } from './read-milestone.ts'
import { saveMilestone } from './rows.ts'

/** The creator starts work on a funded milestone. */
export async function startMilestone(at: At, id: string, body: ExpectedBody): Promise<Result<MilestoneView>> {
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const decided = start(milestone, deal, party, body)
  if (!decided.ok) return decided
  await saveMilestone(at.tx, deal, [decided.value.next], by.at)
  await tell(at.tx, decided.value.event, by)
  return readMilestone(at, id)
}
