import { openDB } from 'idb'
import { deviceStorage } from '../../lib/device/device-storage.ts'
import { sendQueueDbPrefix, uploadDbPrefix } from '../../lib/session/user-databases.ts'

export type UnsentWrites = {
  /** Messages that were sent here and have not reached the server, and those that it refused. */
  readonly messages: number
  /** Changes to notifications and their preferences, and comments on pins. */
  readonly changes: number
  /** Files whose bytes are not all at the server. */
  readonly uploads: number
  /** Texts that were begun. */
  readonly drafts: number
}

/** The suffixes of the queues of changes. */
const queues = ['-notifications', '-preferences', '-pins'] as const

/** Counts what this browser holds and a sign-out of this user would discard: their databases, and all of local storage. */
export async function countUnsentWrites(userId: string): Promise<UnsentWrites> {
  const isUnsent = (item: { state?: string }) => item.state !== 'sent'
  const isUploading = (item: { file?: unknown }) => item.file !== null
  const keys = deviceStorage.keys()
  // Writes on the way to the database of their queue; those of messages have no suffix.
  const unqueued = keys.filter((key) => key.startsWith('unqueued '))
  const changes = unqueued.filter((key) => queues.some((suffix) => key.split(' ')[1]?.endsWith(suffix))).length
  return {
    messages: unqueued.length - changes + (await countRows(`${sendQueueDbPrefix}${userId}`, 'items', isUnsent)),
    changes:
      changes +
      (
        await Promise.all(
          queues.map((suffix) => countRows(`${sendQueueDbPrefix}${userId}${suffix}`, 'items', isUnsent)),
        )
      ).reduce((total, count) => total + count),
    uploads: await countRows(`${uploadDbPrefix}${userId}`, 'files', isUploading),
    drafts: keys.filter((key) => /^draft[ .]/.test(key)).length,
  }
}

async function countRows(name: string, store: string, counts: (row: object) => boolean): Promise<number> {
  try {
    // Opening a database that is not there would create it.
    if (!(await indexedDB.databases()).some((known) => known.name === name)) return 0
    const db = await openDB(name)
    try {
      // The owner of the database writes objects only.
      return ((await db.getAll(store)) as object[]).filter(counts).length
    } finally {
      db.close()
    }
  } catch {
    // A browser without databases holds nothing.
    return 0
  }
}
