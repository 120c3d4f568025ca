import { RoomStageMade } from './room-stage.ts'
import { type RoomOptions, type RoomStage, type RoomStageTold } from './types.ts'

/** Sets up the live room's stage in an element; throws where this browser gives no drawing context. */
export function openRoomStage(host: HTMLElement, told: RoomStageTold, options: RoomOptions): RoomStage {
  return new RoomStageMade(host, told, options)
}
