import { type PersonId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelDue } from '../../due/due.ts'
import { convertQueue } from '../convert/convert-work.ts'
import { tellWork } from '../tell-work.ts'
import { finishPicture, isPicture } from './finish-picture.ts'
import { sweepKey } from './sweep.ts'

/**
 * The last byte is there: the upload becomes a work that waits for its conversion, or a stored picture if that is its
 * purpose. Safe to repeat. Only a picture can be refused, with what is wrong with it.
 */
export async function finishUpload(deps: Deps, id: string): Promise<Result<null>> {
  const upload = await deps.db
    .selectFrom('works')
    .select(['id', 'owner_id', 'name', 'purpose', 'expected_sha256'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Somebody who asked at the same moment was quicker.
  if (!upload) return (await isPicture(deps.db, id)) ? ok(null) : refuse('upload.not-found', 'not-found')
  // The column refers to people.
  if (upload.purpose === 'picture') return finishPicture(deps, { ...upload, owner_id: upload.owner_id as PersonId })
  await transact(deps, async (tx) => {
    const { numAffectedRows } = await sql`
      update works set state = 'waiting', updated_at = ${new Date(deps.clock.now())}
      where id = ${id} and state = 'uploading'`.execute(tx)
    if (!numAffectedRows) return
    await cancelDue(tx, sweepKey(id))
    await deps.jobs.enqueue(tx, convertQueue, { workId: id }, { key: id })
  })
  await tellWork(deps, deps.db, id)
  return ok(null)
}
