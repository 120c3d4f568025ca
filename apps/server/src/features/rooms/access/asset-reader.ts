import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type AssetReader } from '../../../platform/assets/asset-access.ts'
import { findRoomForUser, isOverForGuest } from './room.repository.ts'

/** Lets guests of a room view the assets of submitted versions until the room is over, never the source files. */
export const roomAssetReader =
  (getNow: () => Instant): AssetReader =>
  async ({ db, asset, userId }) => {
    if (userId === null) return 'none'
    const { rows } = await sql<{ id: string }>`
      select distinct r.id from deliverable_assets x
      join deliverables d on d.id = x.deliverable_id and d.state <> 'draft'
      join milestones m on m.id = d.milestone_id
      join room_users g on g.user_id = ${userId} and g.removed_at is null
      join rooms r on r.id = g.room_id
      left join bookings b on b.id = r.booking_id
      where x.asset_id = ${asset.id}
        and (r.project_id = m.project_id or (b.client_id = m.client_id and b.creator_id = m.creator_id))`.execute(db)
    for (const { id } of rows) {
      const room = await findRoomForUser(db, id, userId, getNow())
      if (typeof room !== 'string' && !isOverForGuest(room)) return 'view'
    }
    return 'none'
  }
