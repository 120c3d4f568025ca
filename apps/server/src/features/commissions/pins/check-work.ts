import { type Anchor } from '@veranda/core/commissions/pins/pin.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../../../db/database.ts'

/** The version is one of the milestone and holds this work; refuses pin.not-on-version (not-found). */
export async function checkWork(db: Db, milestoneId: string, { deliverableId, workId }: Anchor): Promise<Result<null>> {
  const { rows } = await sql`
    select 1 from deliverables d join deliverable_works w on w.deliverable_id = d.id
    where d.id = ${deliverableId} and d.milestone_id = ${milestoneId} and w.work_id = ${workId}`.execute(db)
  return rows.length > 0 ? ok(null) : refuse('pin.not-on-version', 'not-found', { field: 'workId' })
}
