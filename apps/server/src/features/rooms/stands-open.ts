import { type StageRecord } from '@veranda/contract/rooms/records.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { belongs } from './belongs.ts'
import { type FoundRoom } from './find-room.ts'

/** Whether all that is to stand on the stage is of this room and open to everybody in it: submitted, no draft. */
export async function standsOpen(tx: Tx, room: FoundRoom, { former, ...now }: StageRecord): Promise<boolean> {
  for (const { deliverableId, workId } of former ? [now, former] : [now]) {
    const { rows } = await sql`
      select from deliverables d
      join milestones m on m.id = d.milestone_id
      join deliverable_works x on x.deliverable_id = d.id and x.work_id = ${workId}
      where d.id = ${deliverableId} and d.state <> 'draft' and ${belongs(room)}`.execute(tx)
    if (rows.length === 0) return false
  }
  return true
}
