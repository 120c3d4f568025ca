import { type StageRecord } from '@veranda/contract/rooms/records.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'

/** While versions are flipped and the former one is shown: which that is; undefined while the one on the stage is in sight. */
export function formerInSight(
  shown: StageRecord | undefined,
  versions: readonly RoomVersion[] | undefined,
): RoomVersion | undefined {
  if (shown?.compare !== 'flip' || !shown.flipped) return undefined
  return versions?.find(({ deliverableId }) => deliverableId === shown.former?.deliverableId)
}
