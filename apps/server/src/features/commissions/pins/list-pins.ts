import { type PinList } from '@veranda/contract/pins/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../../access/actor.ts'
import { type Db } from '../../../db/database.ts'
import { findPins, showPin } from './find-pins.ts'
import { reachMilestone } from './reach.ts'

/** Every pin of a milestone with its thread, in two queries. */
export async function listPins(at: { tx: Db; actor: Actor }, milestoneId: string): Promise<Result<PinList>> {
  const reached = await reachMilestone(at.tx, milestoneId, at.actor.id)
  if (!reached.ok) return reached
  const rows = await findPins(at.tx, { milestoneId })
  return ok({ items: rows.map((row) => showPin(row, reached.value.by)) })
}
