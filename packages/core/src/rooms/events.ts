import { type PersonId } from '../ids.ts'
import { type Instant } from '../time/instant.ts'

/** What happens in rooms that others must know. `roomId` is the id of the project or the booking. */
export type RoomEvents = {
  'room.entered': RoomFacts & { readonly at: Instant }
  'room.left': RoomFacts & { readonly at: Instant }
  /** The room was lost while people were inside, and nobody could come back. */
  'room.failed': Omit<RoomFacts, 'personId'> & { readonly at: Instant }
}

export type RoomFacts = {
  readonly roomId: string
  readonly personId: PersonId
  readonly bookingId: string | null
}

export type RoomEvent<Type extends keyof RoomEvents = keyof RoomEvents> = {
  [T in Type]: { readonly type: T; readonly data: RoomEvents[T] }
}[Type]
