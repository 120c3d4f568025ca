import { type Tx } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { worker } from '../jobs/jobs.ts'
import { lockBytes } from './lock-bytes.ts'
import { dropPicture } from './stored-bytes.ts'

const cleanQueue = 'files.clean'

/** What a timer is about that awaits the row of written bytes, by their hash. */
export const awaited = 'picture'

/** A row of these bytes has gone, or never came: after the commit they go too, unless they are needed elsewhere. */
export function cleanLater(tx: Tx, deps: Pick<Deps, 'jobs'>, sha256: string): Promise<void> {
  return deps.jobs.enqueue(tx, cleanQueue, { sha256 })
}

/** Takes the bytes of a hash away when no picture is made of them any more, and none is about to be. */
export const cleanPicture = worker<{ sha256: string }>(cleanQueue, ({ sha256 }, deps) =>
  transact(deps, async (tx) => {
    await lockBytes(tx, sha256)
    const used = await tx.selectFrom('files').select('id').where('sha256', '=', sha256).executeTakeFirst()
    const awaits = tx.selectFrom('due').select('key').where('subject_kind', '=', awaited)
    if (!used && !(await awaits.where('subject_id', '=', sha256).executeTakeFirst())) {
      await dropPicture(deps, sha256)
    }
  }),
)
