import { type UserId } from '../../ids.ts'
import { type Instant } from '../../time/instant.ts'

/** Domain events of rooms. `roomId` is the id of the project or the booking. */
export type RoomEvents = {
  'room.entered': RoomEventFacts & { readonly at: Instant }
  'room.left': RoomEventFacts & { readonly at: Instant }
  /** A user was let in, given another role or removed. */
  'room.access-changed': RoomEventFacts & { readonly at: Instant }
  /** The room was lost with users inside, and no one could come back. */
  'room.failed': Omit<RoomEventFacts, 'userId'> & { readonly at: Instant }
}

export type RoomEventFacts = {
  readonly roomId: string
  readonly userId: UserId
  readonly bookingId: string | null
}

export type RoomEvent<Type extends keyof RoomEvents = keyof RoomEvents> = {
  [T in Type]: { readonly type: T; readonly data: RoomEvents[T] }
}[Type]
