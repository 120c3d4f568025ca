import { type RoomTool, roomTools } from '../../parts/room-stage.ts'

/** What one may take in hand: hosts everything, but pins are for those whose work it is (`mayPin`). */
export function ownTools(mayHost: boolean, mayPin: boolean): RoomTool[] {
  return roomTools.filter((tool) => tool === 'look' || (mayHost && (tool !== 'pin' || mayPin)))
}
