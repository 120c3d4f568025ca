import { type RawBuilder, sql } from 'kysely'
import { type StoredFileReader } from '../../../platform/assets/stored-files/stored-file-access.ts'
import { type AssetReader } from '../../../platform/assets/asset-access.ts'

/** Returns the condition that a user may see milestone `m` and its versions: both parties may. */
const canSeeMilestone = (userId: string): RawBuilder<boolean> =>
  sql`(m.client_id = ${userId} or m.creator_id = ${userId})`

/** Returns the condition that hides a draft version from everyone but its creator. */
const canSeeVersion = (userId: string): RawBuilder<boolean> => sql`(d.state <> 'draft' or m.creator_id = ${userId})`

/** Returns the condition that the user is the client of a released milestone and may have the original files. */
const isReleasedTo = (userId: string): RawBuilder<boolean> => sql`(m.client_id = ${userId} and m.state = 'released')`

/**
 * Decides who may read the images of a version: everyone who sees the milestone gets the preview, the client the
 * original file after the release.
 */
export const deliveredFileReader: StoredFileReader = async ({ db, file, userId }) => {
  if (userId === null) return 'none'
  const { rows } = await sql<{ whole: boolean }>`
    select bool_or(${isReleasedTo(userId)}) as whole
    from deliverable_files x
    join deliverables d on d.id = x.deliverable_id
    join milestones m on m.id = d.milestone_id
    where x.file_id = ${file.id} and ${canSeeMilestone(userId)} and ${canSeeVersion(userId)}
    having count(*) > 0`.execute(db)
  const [row] = rows
  return !row ? 'none' : row.whole ? 'full' : 'preview'
}

/**
 * Decides who may read the assets of a version: everyone who sees the milestone can view them, the client can download
 * the source after the release.
 */
export const deliveredAssetReader: AssetReader = async ({ db, asset, userId }) => {
  if (userId === null) return 'none'
  const { rows } = await sql<{ sources: boolean }>`
    select bool_or(${isReleasedTo(userId)}) as sources
    from deliverable_assets x
    join deliverables d on d.id = x.deliverable_id
    join milestones m on m.id = d.milestone_id
    where x.asset_id = ${asset.id} and ${canSeeMilestone(userId)} and ${canSeeVersion(userId)}
    having count(*) > 0`.execute(db)
  const [row] = rows
  return !row ? 'none' : row.sources ? 'source' : 'view'
}
