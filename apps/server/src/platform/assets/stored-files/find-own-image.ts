import { type UserId } from '@veranda/core/ids.ts'
import { refuse, ok, type Result } from '@veranda/core/result.ts'
import { type Selectable } from 'kysely'
import { type Db } from '../../db/database.ts'
import { type PlatformTables } from '../../db/tables/platform.ts'

/**
 * Finds a stored image of the user by the id of its upload. Error codes name the field: asset.still-uploading (conflict),
 * file.not-an-image (invalid) for an upload that became something else, and file.not-found.
 */
export async function findOwnImage(
  db: Db,
  ownerId: UserId,
  id: string,
  field: string,
): Promise<Result<Selectable<PlatformTables['stored_files']>>> {
  const file = await db
    .selectFrom('stored_files')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (file) return ok(file)
  const asset = await db
    .selectFrom('assets')
    .select('purpose')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!asset) return refuse('file.not-found', 'not-found', { field })
  return asset.purpose === 'image'
    ? refuse('asset.still-uploading', 'conflict', { field })
    : refuse('file.not-an-image', 'invalid', { field })
}
