import { readRoom } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type RoomAction, type RoomRole } from '@veranda/core/rooms/access/room-access.ts'
import { useEffect } from 'react'
import { invalidateReads } from '../../../lib/api/query.ts'

/** Returns whether the server lists the action for this user. */
export type CanInRoom = (action: RoomAction) => boolean

/**
 * Returns what the user may do in the room, from the actions sent with it. A role that was changed meanwhile arrives on
 * the connection; the room is then read again.
 */
export function useRoomActions(
  room: Pick<Room, 'viewerRole' | 'actions'>,
  currentRole: RoomRole | undefined,
): CanInRoom {
  const isOutdated = currentRole !== undefined && currentRole !== room.viewerRole
  useEffect(() => {
    if (isOutdated) void invalidateReads(readRoom)
  }, [isOutdated])
  return (action) => room.actions.includes(action)
}
