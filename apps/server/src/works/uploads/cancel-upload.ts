import { type PersonId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelDue } from '../../due/due.ts'
import { sweepKey } from './sweep.ts'

/** Gives one's own unfinished upload up: row, timer and bytes. Answers whether there was one. */
export async function cancelUpload(deps: Deps, ownerId: PersonId, workId: string): Promise<boolean> {
  const gone = await transact(deps, async (tx) => {
    const { numAffectedRows } = await sql`
      delete from works where id = ${workId} and owner_id = ${ownerId} and state = 'uploading'`.execute(tx)
    if (numAffectedRows) await cancelDue(tx, sweepKey(workId))
    return (numAffectedRows ?? 0n) > 0n
  })
  if (gone) await deps.gateways.uploads.remove(workId)
  return gone
}
