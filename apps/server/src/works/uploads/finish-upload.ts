import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelDue } from '../../due/due.ts'
import { convertQueue } from '../convert/convert-work.ts'
import { tellWork } from '../tell-work.ts'
import { sweepKey } from './sweep.ts'

/** The last byte is there: the upload becomes a work that waits for its conversion. Safe to repeat. */
export async function finishUpload(deps: Deps, workId: string): Promise<void> {
  await transact(deps, async (t) => {
    const { numAffectedRows } = await sql`
      update works set state = 'waiting', updated_at = ${new Date(deps.clock.now())}
      where id = ${workId} and state = 'uploading'`.execute(t)
    if (!numAffectedRows) return
    await cancelDue(t, sweepKey(workId))
    await deps.jobs.enqueue(t, convertQueue, { workId }, { key: workId })
  })
  await tellWork(deps, deps.db, workId)
}
