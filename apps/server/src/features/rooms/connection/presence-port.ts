import { type RoomCloseReason } from '@veranda/contract/rooms/connection/messages.ts'
import { type RoomRole } from '@veranda/core/rooms/access/room-access.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'

/** A user's access to a room. */
export type RoomAccess = {
  readonly name: string
  readonly avatar: string | null
  readonly role: RoomRole
  /** By a host, as stored. */
  readonly silenced: boolean
}

/** Access and presence storage that the room sockets depend on. */
export type RoomPresencePort = {
  /** Returns the user's access, or the reason to close. Called on entry and whenever the room's users change. */
  authorize(db: Db, roomId: string, userId: string, now: Instant): Promise<RoomAccess | RoomCloseReason>
  /**
   * Records that the first device of a user joined. May be called again if it is unknown whether the write committed.
   */
  recordJoin(tx: Tx, roomId: string, userId: string, at: Instant): Promise<void>
  /** Records that the last device of a user left. */
  recordLeave(tx: Tx, roomId: string, userId: string, at: Instant): Promise<void>
  /** Marks open visits as unconfirmed since `at`, when the node that had the room was last seen. */
  markNodeLost(tx: Tx, roomId: string, at: Instant): Promise<void>
  /**
   * Ends the unconfirmed visits of users who did not reconnect within the grace period, at the time their node was last
   * seen.
   */
  endLostVisits(tx: Tx, roomId: string): Promise<void>
  /** Stores that a host silenced a user, or lets them speak again. */
  saveSilence(
    tx: Tx,
    roomId: string,
    change: { userId: string; byId: string; silenced: boolean },
    at: Instant,
  ): Promise<void>
  /** Ends all visits in rooms that no node has a lease on and that no one came back to. */
  endAbandonedVisits(tx: Tx, roomIds: readonly string[], at: Instant): Promise<void>
  /** Returns the ids of rooms with open visits. */
  listOccupiedRooms(db: Db): Promise<string[]>
}
