import { type Db } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { findAsset } from './asset.repository.ts'
import { toAssetSummaryDto } from './asset.presenter.ts'

/** Publishes the state of an asset to its owner's sockets. Not persisted: clients that miss it read the asset. */
export async function publishAssetUpdate(deps: Pick<Deps, 'realtime'>, db: Db, id: string): Promise<void> {
  const row = await findAsset(db, id)
  if (row) deps.realtime.emitToUser(row.owner_id, 'asset_update', toAssetSummaryDto(row, true))
}
