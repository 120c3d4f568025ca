import { type Db } from '../db/database.ts'
import { mostGenerous } from '../most-generous.ts'

export type StoredFileRow = { readonly id: string; readonly ownerId: string }

/** What somebody may have of a file: nothing, what is shown of it, or the whole. */
export type FileReach = 'nothing' | 'shown' | 'whole'

/**
 * Says what somebody may have of a file; `personId` is null for someone signed out. The owner may have the whole always.
 * Of several readers the most generous counts, and without any the file is absent.
 */
export type FileReader = (at: { db: Db; file: StoredFileRow; personId: string | null }) => Promise<FileReach>

/** The most that any of the readers allows; the owner everything. */
export async function reachOfFile(readers: readonly FileReader[], at: Parameters<FileReader>[0]): Promise<FileReach> {
  if (at.personId === at.file.ownerId) return 'whole'
  return mostGenerous<typeof at, FileReach>(['nothing', 'shown', 'whole'], readers, at)
}
