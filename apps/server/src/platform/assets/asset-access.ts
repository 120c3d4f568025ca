import { type Db } from '../db/database.ts'
import { maxAccess } from '../access/max-access.ts'

/**
 * A user's access to an asset: none, its lightest rendition (as strangers see a public work), viewing, downloading what
 * its owner shared, or the source with all that it carries. A shared image comes without its metadata.
 */
export type AssetAccess = 'none' | 'public' | 'view' | 'shared' | 'source'

export type AssetRef = { readonly id: string; readonly ownerId: string }

/**
 * Decides a user's access to an asset; `userId` is null without a session. The owner always has full access. Of several
 * readers the most generous one decides; without any reader the asset counts as not found.
 */
export type AssetReader = (request: { db: Db; asset: AssetRef; userId: string | null }) => Promise<AssetAccess>

/** Returns the highest access that any reader grants; the owner has full access. */
export async function resolveAssetAccess(
  readers: readonly AssetReader[],
  request: Parameters<AssetReader>[0],
): Promise<AssetAccess> {
  if (request.userId === request.asset.ownerId) return 'source'
  return maxAccess<typeof request, AssetAccess>(['none', 'public', 'view', 'shared', 'source'], readers, request)
}
