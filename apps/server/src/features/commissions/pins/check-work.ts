import { type Anchor } from '@veranda/core/commissions/pins/pin.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../../../db/database.ts'

/**
 * The version is one of the milestone and holds this work, and the work has the part. Refuses pin.not-on-version
 * (not-found) and pin.no-part (invalid).
 */
export async function checkWork(db: Db, milestoneId: string, anchor: Anchor): Promise<Result<null>> {
  const { deliverableId, workId, part } = anchor
  const { rows } = await sql<{ has: boolean }>`
    select o.facts -> 'parts' @> jsonb_build_array(jsonb_build_object('name', ${part}::text)) as has
    from deliverables d join deliverable_works w on w.deliverable_id = d.id
    join works k on k.id = w.work_id join originals o on o.sha256 = k.sha256
    where d.id = ${deliverableId} and d.milestone_id = ${milestoneId} and w.work_id = ${workId}`.execute(db)
  const [found] = rows
  if (!found) return refuse('pin.not-on-version', 'not-found', { field: 'workId' })
  return found.has ? ok(null) : refuse('pin.no-part', 'invalid', { field: 'part' })
}
