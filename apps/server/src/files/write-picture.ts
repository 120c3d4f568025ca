import { after, day } from '@veranda/core/time/instant.ts'
import { type Tx } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { cancelDue, onDue, scheduleDue } from '../due/due.ts'
import { awaited, cleanLater } from './clean-picture.ts'
import { lockBytes } from './lock-bytes.ts'
import { type Prepared } from './prepare-picture.ts'
import { putPicture } from './stored-bytes.ts'

const leftKind = 'files.left'
const leftKey = (fileId: string) => `${leftKind}:${fileId}`

/**
 * Writes the bytes of a picture before its row, which `storePicture` makes. No transaction is open while the storage is
 * asked. Bytes to which no row came within a day are taken away again.
 */
export async function writePicture(
  deps: Pick<Deps, 'db' | 'wake' | 'clock' | 'gateways'>,
  fileId: string,
  picture: Prepared,
): Promise<void> {
  const { sha256 } = picture
  await transact(deps, async (tx) => {
    // Whoever takes bytes of this hash away has done so by now, or sees that they are awaited.
    await lockBytes(tx, sha256)
    const subject = { kind: awaited, id: sha256 }
    await scheduleDue(tx, { kind: leftKind, subject, at: after(deps.clock.now(), day), key: leftKey(fileId) })
  })
  await putPicture(deps, picture)
}

/** The row has come. Throws when that took so long that the bytes may be gone: then all of it is to be done again. */
export async function keepWritten(tx: Tx, fileId: string): Promise<void> {
  const key = leftKey(fileId)
  const awaits = await tx.selectFrom('due').select('key').where('key', '=', key).forUpdate().executeTakeFirst()
  if (!awaits) throw new Error('the bytes of a picture waited too long for their row')
  await cancelDue(tx, key)
}

/** Bytes that were left, because their upload was given up meanwhile or the server ended at that moment. */
export const forgetLeft = onDue(leftKind, ({ tx, due, deps }) => cleanLater(tx, deps, due.subject.id))
