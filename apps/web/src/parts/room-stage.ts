import { type RoomOptions, type RoomStage, type RoomStageTold } from '../stage/room/types.ts'

export {
  type Comfort,
  type HeadsetState,
  type RoomHit,
  type RoomOptions,
  type RoomPin,
  type RoomStage,
  type RoomStageTold,
  type RoomTool,
  roomTools,
  type Quality,
  type WorkSource,
} from '../stage/room/types.ts'
export { drawing, hasWebgl } from '../stage/webgl.ts'

/** Sets up the live room in an element; its machinery is fetched here. Throws where there is no drawing context. */
export async function openRoomStage(host: HTMLElement, told: RoomStageTold, options: RoomOptions): Promise<RoomStage> {
  const { openRoomStage: open } = await import('../stage/room/open-room-stage.ts')
  return open(host, told, options)
}
