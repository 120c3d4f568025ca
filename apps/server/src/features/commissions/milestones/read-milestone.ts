import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../../access/actor.ts'
import { type Db } from '../../../db/database.ts'
import { findMilestones } from './find-milestones.ts'
import { showMilestone } from './show-milestone.ts'

/** One milestone as one of its two parties sees it. */
export async function readMilestone({ tx, actor }: { tx: Db; actor: Actor }, id: string): Promise<Result<Milestone>> {
  const [row] = await findMilestones(tx, { id }, actor.id)
  const part = row?.client_id === actor.id ? 'client' : row?.creator_id === actor.id ? 'creator' : undefined
  if (!row || !part) return refuse('milestone.not-found', 'not-found')
  return ok(showMilestone(row, part))
}
