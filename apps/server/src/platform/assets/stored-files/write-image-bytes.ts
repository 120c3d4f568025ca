import { after, day } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelTimer, timerHandler, scheduleTimer } from '../../timers/timers.ts'
import { imageBytesSubjectKind, enqueueBytesDeletion } from './delete-unused-image-bytes.ts'
import { lockContentHash } from './lock-content-hash.ts'
import { type PreparedImage } from './prepare-image.ts'
import { putImageBytes } from './image-bytes.ts'

const unclaimedTimerKind = 'stored-files.delete-unclaimed-bytes'
const unclaimedTimerKey = (fileId: string) => `${unclaimedTimerKind}:${fileId}`

/**
 * Writes the bytes of an image before `storeWrittenImage` inserts its row, so that no transaction is open during the
 * write. Bytes without a row are deleted after a day.
 */
export async function writeImageBytes(
  deps: Pick<Deps, 'db' | 'commitSignals' | 'clock' | 'gateways'>,
  fileId: string,
  image: PreparedImage,
): Promise<void> {
  const { sha256 } = image
  await transact(deps, async (tx) => {
    // A concurrent deletion of this hash has finished by now, or sees the timer.
    await lockContentHash(tx, sha256)
    const subject = { kind: imageBytesSubjectKind, id: sha256 }
    await scheduleTimer(tx, {
      kind: unclaimedTimerKind,
      subject,
      at: after(deps.clock.now(), day),
      key: unclaimedTimerKey(fileId),
    })
  })
  await putImageBytes(deps, image)
}

/**
 * Cancels the cleanup of bytes whose row was inserted. Throws when the cleanup may already have deleted them; the whole
 * operation must then be repeated.
 */
export async function claimWrittenBytes(tx: Tx, fileId: string): Promise<void> {
  const key = unclaimedTimerKey(fileId)
  const timer = await tx.selectFrom('timers').select('key').where('key', '=', key).forUpdate().executeTakeFirst()
  if (!timer) throw new Error('image bytes expired before their row was inserted')
  await cancelTimer(tx, key)
}

/** Deletes bytes left by a cancelled upload or a crash. */
export const deleteUnclaimedBytes = timerHandler(unclaimedTimerKind, ({ tx, timer, deps }) =>
  enqueueBytesDeletion(tx, deps, timer.subject.id),
)
