import { bytesDeletionWorker } from '../../backup/backup-lock.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { lockContentHash } from './lock-content-hash.ts'
import { removeImageBytes } from './image-bytes.ts'
import { removeVariants } from '../variants/remove-variants.ts'

const deleteBytesQueue = 'stored-files.delete-bytes'

/** Subject kind of a timer for written bytes that wait for their row; the subject id is their hash. */
export const imageBytesSubjectKind = 'image-bytes'

/**
 * Enqueues the deletion of an image's bytes after the commit, because their row was deleted or never inserted. The job
 * keeps bytes that are needed elsewhere.
 */
export function enqueueBytesDeletion(tx: Tx, deps: Pick<Deps, 'jobs'>, sha256: string): Promise<void> {
  return deps.jobs.enqueue(tx, deleteBytesQueue, { sha256 })
}

/** Deletes the bytes of a hash unless a stored image uses them or is about to. */
export const deleteUnusedImageBytes = bytesDeletionWorker<{ sha256: string }>(
  deleteBytesQueue,
  async ({ sha256 }, { tx, deps }) => {
    await lockContentHash(tx, sha256)
    const referenced = await tx.selectFrom('stored_files').select('id').where('sha256', '=', sha256).executeTakeFirst()
    const pendingTimers = tx.selectFrom('timers').select('key').where('subject_kind', '=', imageBytesSubjectKind)
    if (!referenced && !(await pendingTimers.where('subject_id', '=', sha256).executeTakeFirst())) {
      await removeImageBytes(deps, sha256)
      await removeVariants(deps, tx, { source: 'image', sha256 })
    }
  },
)
