import { type Db } from '../../db/database.ts'
import { maxAccess } from '../../access/max-access.ts'

export type StoredFileRef = { readonly id: string; readonly ownerId: string }

/** A user's access to a stored file: none, its preview, or its preview and the original bytes. */
export type StoredFileAccess = 'none' | 'preview' | 'full'

/**
 * Decides a user's access to a stored file; `userId` is null without a session. The owner always has full access. Of
 * several readers the most generous one decides; without any reader the file counts as not found.
 */
export type StoredFileReader = (request: {
  db: Db
  file: StoredFileRef
  userId: string | null
}) => Promise<StoredFileAccess>

/** Returns the highest access that any reader grants; the owner has full access. */
export async function resolveStoredFileAccess(
  readers: readonly StoredFileReader[],
  request: Parameters<StoredFileReader>[0],
): Promise<StoredFileAccess> {
  if (request.userId === request.file.ownerId) return 'full'
  return maxAccess<typeof request, StoredFileAccess>(['none', 'preview', 'full'], readers, request)
}
