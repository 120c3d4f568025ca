import { type RoomClose } from '@veranda/contract/rooms/wire.ts'
import { type RoomRole } from '@veranda/core/rooms/roles.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../db/database.ts'

/** Who somebody is in a room. */
export type Standing = { readonly name: string; readonly avatar: string | null; readonly role: RoomRole }

/** What the sockets of rooms ask the feature that knows what a room is. */
export type RoomDoor = {
  /** Asked at the entrance, and again whenever the room's people changed. */
  standing(db: Db, roomId: string, personId: string, now: Instant): Promise<Standing | RoomClose>
  /** The first device of a person came in; told again when it is not known whether it was kept. */
  came(t: Tx, roomId: string, personId: string, at: Instant): Promise<void>
  /** The last device of a person has gone for good. */
  left(t: Tx, roomId: string, personId: string, at: Instant): Promise<void>
  /** No node holds these rooms any more, and nobody came back to them. */
  abandoned(t: Tx, roomIds: readonly string[], at: Instant): Promise<void>
  /** Rooms that somebody is inside of as far as is kept. */
  inUse(db: Db): Promise<string[]>
}

/** For a server without rooms. */
export const noDoor: RoomDoor = {
  standing: async () => 'not-found',
  came: async () => undefined,
  left: async () => undefined,
  abandoned: async () => undefined,
  inUse: async () => [],
}
