import { type RoomClose } from '@veranda/contract/rooms/wire.ts'
import { type RoomRole } from '@veranda/core/rooms/roles.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../db/database.ts'

/** Who somebody is in a room. */
export type Standing = {
  readonly name: string
  readonly avatar: string | null
  readonly role: RoomRole
  /** By a host, as it was kept. */
  readonly silenced: boolean
}

/** What the sockets of rooms ask the feature that knows what a room is. */
export type RoomDoor = {
  /** Asked at the entrance, and again whenever the room's people changed. */
  standing(db: Db, roomId: string, personId: string, now: Instant): Promise<Standing | RoomClose>
  /** The first device of a person came in; told again when it is not known whether it was kept. */
  came(tx: Tx, roomId: string, personId: string, at: Instant): Promise<void>
  /** The last device of a person has gone for good. */
  left(tx: Tx, roomId: string, personId: string, at: Instant): Promise<void>
  /** The node that held the room is gone, and was last seen at that moment: who was inside then is so no longer for sure. */
  lost(tx: Tx, roomId: string, at: Instant): Promise<void>
  /** There was time to come back: whoever was lost and did not has left, when they were lost. */
  settled(tx: Tx, roomId: string): Promise<void>
  /** A host silenced a person, or lets them speak again. */
  silence(tx: Tx, roomId: string, of: { personId: string; byId: string; silenced: boolean }, at: Instant): Promise<void>
  /** No node holds these rooms any more, and nobody came back to them. */
  abandoned(tx: Tx, roomIds: readonly string[], at: Instant): Promise<void>
  /** Rooms that somebody is inside of as far as is kept. */
  inUse(db: Db): Promise<string[]>
}

/** For a server without rooms. */
export const noDoor: RoomDoor = {
  standing: async () => 'not-found',
  came: async () => undefined,
  left: async () => undefined,
  lost: async () => undefined,
  settled: async () => undefined,
  silence: async () => undefined,
  abandoned: async () => undefined,
  inUse: async () => [],
}
