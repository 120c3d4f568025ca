import { type PinList } from '@veranda/contract/commissions/pins/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { findPins, toPinDto } from './pin.presenter.ts'
import { findAccessibleMilestone } from './milestone-access.ts'

/** Returns every pin of a milestone with its thread, in two queries. */
export async function listPins(ctx: QueryContext, milestoneId: string): Promise<Result<PinList>> {
  const access = await findAccessibleMilestone(ctx.tx, milestoneId, ctx.actor.id)
  if (!access.ok) return access
  const rows = await findPins(ctx.tx, { milestoneId })
  return ok({ items: rows.map((row) => toPinDto(row, access.value.by)) })
}
