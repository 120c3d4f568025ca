import { type FundBody, type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { fund } from '@veranda/core/commissions/fund.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { tell } from '../tell.ts'
import { scheduleAttempt } from './expire-attempt.ts'
import { ownMilestone } from './own-milestone.ts'
import { readMilestone } from './read-milestone.ts'
import { saveMilestone } from './rows.ts'

/** The client starts one attempt to pay. Payments hears of it by the log and charges the method. */
export async function fundMilestone(at: At, id: string, body: FundBody): Promise<Result<MilestoneView>> {
  const { tx, deps } = at
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const attempt = { chargeId: branded<NonNullable<typeof milestone.attempt>['chargeId']>(deps.ids.next()) }
  const decided = fund(milestone, deal, party, { ...attempt, expected: body.expected }, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(tx, deal, [next], by.at)
  await scheduleAttempt(tx, { milestoneId: next.id, ...attempt, expiresAt: event.data.expiresAt })
  await tell(tx, event, by, { method: body.method })
  return readMilestone(at, id)
}
